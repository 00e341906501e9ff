// Diagnostics use the `Severity` of TextChecks, so this module re-exports TextChecks.
@_exported public import TextChecks

// `SelectionError` is a `CodedError`.
@_exported public import struct Basics.CodedError
