package import HTTPMessages
import Hummingbird
import HummingbirdCore
import Loopback
import NIOCore
import Synchronization
import SystemCrypto

/// One sign-in of a person through the browser: Google sends the browser back to a port of this machine (RFC 8252).
package struct LoopbackSignIn: Sendable {
  /// The registration with which the person signs in.
  package let client: OAuthClient
  /// The rights to ask for.
  package let scopes: [DriveScope]
  /// The longest time that the person may take: five minutes.
  package var patience = Duration.seconds(300)
  let calls: GoogleCalls

  package init(
    client: OAuthClient, scopes: [DriveScope], transport: any HTTPTransport, hosts: GoogleHosts = .google,
    stop: StopSignal? = nil
  ) {
    self.client = client
    self.scopes = scopes
    calls = GoogleCalls(hosts: hosts, transport: transport, stop: stop)
  }

  /// Waits for the person's consent, and gets a login for it.
  ///
  /// - Parameters:
  ///   - pasted: Lines that the person pastes if the browser is on another machine: the address that it could not open.
  ///   - refuse: Receives the reason why a pasted line was refused.
  ///   - show: Receives the address that the person opens in a browser.
  /// - Throws: `drive.login-failed`, and what the exchange throws.
  package func run(
    pasted: AsyncStream<String>? = nil, refuse: @escaping @Sendable (_ reason: String) -> Void = { _ in },
    show: @escaping @Sendable (_ address: String) -> Void
  ) async throws(DriveError) -> StoredLogin {
    let pkce = PKCE()
    let answer = BrowserAnswer(state: Base64URL.random(bytes: 24))
    let listener: LoopbackListener
    do throws(LoopbackListener.Failure) {
      listener = try await LoopbackListener(ConsentResponder(answer: answer), port: 0, name: "nstack-review")
    } catch { throw DriveError(.loginFailed, "\(error.description).", hint: "Try again.", cause: error.cause) }
    let redirect = listener.url
    show(address(redirect, pkce, answer.state))
    let result = await wait(for: answer, pasted, refuse)
    await listener.stop()
    let code = try result.get()
    let grant = try await TokenEndpoint(calls: calls).grant(forCode: code, client, pkce, redirect: redirect)
    guard let refresh = grant.refresh else {
      throw DriveError(
        .loginFailed, "Google gave no login that can be kept.",
        hint: "Remove the access of this program at myaccount.google.com/permissions, and sign in again.")
    }
    let given = grant.access.scopes.isEmpty ? scopes.map(\.rawValue) : grant.access.scopes
    // Google's page lets people deselect each right.
    guard given.contains(where: { DriveScope(rawValue: $0) != nil }) else {
      throw DriveError(
        .loginFailed, "access to files in Drive was not allowed in the browser.",
        hint: "Sign in again, and leave the boxes for access to Drive ticked.")
    }
    let email = try? await DriveClient(tokens: GivenToken(grant.access.secret), calls: calls).about().email
    return StoredLogin(client: client, refreshToken: refresh, scopes: given, email: email)
  }

  private static func text(_ time: Duration) -> String {
    let seconds = time.inSeconds
    return seconds < 1 ? "\(Int((seconds * 1000).rounded())) ms" : "\(Int(seconds)) seconds"
  }

  /// The address of Google's page for consent.
  private func address(_ redirect: String, _ pkce: PKCE, _ state: String) -> String {
    calls.hosts.consent + "?"
      + FormEncoding.encode([
        ("client_id", client.id), ("redirect_uri", redirect), ("response_type", "code"),
        ("scope", scopes.map(\.rawValue).joined(separator: " ")), ("state", state), ("code_challenge", pkce.challenge),
        ("code_challenge_method", "S256"), ("access_type", "offline"), ("prompt", "consent"),
      ])
  }

  private func wait(
    for answer: BrowserAnswer, _ pasted: AsyncStream<String>?, _ refuse: @escaping @Sendable (String) -> Void
  ) async -> Result<String, DriveError> {
    await withTaskGroup(of: Result<String, DriveError>?.self) { group in
      group.addTask { await answer.code() }
      group.addTask { [calls, patience] in
        try? await calls.clock.sleep(patience)
        guard !Task.isCancelled else { return nil }
        return .failure(
          DriveError(.loginFailed, "the sign-in was not finished within \(Self.text(patience)).", hint: "Try again."))
      }
      if let stop = calls.paced.stop {
        group.addTask {
          await stop.wait()
          guard stop.reason != nil else { return nil }
          return .failure(DriveError(DriveError.Code(.cancelled), "the sign-in was cancelled."))
        }
      }
      if let pasted {
        group.addTask {
          for await line in pasted {
            if let reason = answer.receive(line), !line.isEmpty { refuse(reason) }
            answer.release()
          }
          return nil
        }
      }
      defer { group.cancelAll() }
      for await result in group { if let result { return result } }
      return .failure(DriveError(.loginFailed, "the sign-in ended without an answer."))
    }
  }
}

/// The secret of one sign-in, so that no other program can use the code that passes through the browser (PKCE, RFC 7636).
struct PKCE: Sendable {
  /// The code verifier, which this program keeps until it exchanges the code.
  var verifier = Base64URL.random(bytes: 48)

  /// The code challenge that goes to Google with the browser, made by the method `S256`.
  var challenge: String { Base64URL.text(MessageDigest.sha256(verifier.utf8)) }
}
