// The client takes a transport, secrets and a stop signal, and its errors say what is known of a request. A program
// that imports NStackAPI gets all of these, and the findings of a resource.
@_exported public import HTTPMessages

@_exported public import struct Resources.ResourceFinding

/// An answer as the client receives it from its transport.
public typealias NStackResponse = TransportResponse
