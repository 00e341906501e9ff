// The client takes a transport, secrets and a stop signal, and its errors say what is known of a request. A program that
// imports NStackAPI has all of these with it, and what was left out of a resource.
@_exported public import HTTPMessages

@_exported public import struct Resources.ResourceFinding

/// An answer as the client receives it from its transport.
public typealias NStackResponse = TransportResponse
