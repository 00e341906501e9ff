// A remark about a sheet has a severity of TextChecks, so a program that imports this module has that one with it.
@_exported public import TextChecks

// The error of a selection is a coded error.
@_exported public import struct Basics.CodedError
