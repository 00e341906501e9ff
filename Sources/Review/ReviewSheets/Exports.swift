// Remarks about sheets have a severity of TextChecks, so this module re-exports that one.
@_exported public import TextChecks

// The error of a selection is a coded error.
@_exported public import struct Basics.CodedError
