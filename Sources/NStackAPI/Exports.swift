// The client takes a transport, secrets and a stop signal, and its errors say what is known of a request. A program that
// imports NStackAPI has all of these with it.
@_exported public import HTTPMessages

/// An answer as the client receives it from its transport.
public typealias NStackResponse = TransportResponse
