import NStackAPI
import Testing

@testable import nstack_review

@Suite("What is said of a failed call") struct CallErrorTextTests {
  private static let path = "/api/v2/content/localize/resources/platforms/mobile"

  private func line(
    _ code: NStackError.Code, status: Int?, _ message: String, request: String = "GET \(path)",
    retryAfter: Duration? = nil, isWebPage: Bool = false
  ) -> String {
    var error = NStackError(
      code, delivery: .definite, request: request, status: status, message: message, retryAfter: retryAfter,
      host: "nstack.example")
    error.isWebPage = isWebPage
    return Failure.line(error)
  }

  @Test(arguments: [
    (true, "sent a web page instead of an answer of NStack."), (false, "sent an answer that is not one of"),
  ]) func `tells a web page by its mark and not by words`(isWebPage: Bool, told: String) {
    #expect(line(.badBody, status: 200, "a web page came", isWebPage: isWebPage).hasPrefix("nstack.example \(told)"))
  }

  @Test func `names the host first, then what to do, and last the call`() {
    #expect(
      line(.forbidden, status: 403, "Forbidden")
        == "nstack.example does not allow this call with these credentials. Use a key that may make this call, or ask the "
        + "administrator of the application in NStack for one. (GET \(Self.path), status 403: Forbidden)")
  }

  @Test func `tells a wrong platform from a wrong address`() {
    #expect(
      line(.notFound, status: 445, "Entity not found").hasPrefix(
        "nstack.example does not have the platform \"mobile\" of this application. Check the platform"))
    #expect(
      line(.notFound, status: 404, "Not Found").hasPrefix(
        "nstack.example does not serve NStack's API at this address. Check that the base URL"))
  }

  @Test func `says when to try again if the server says so`() {
    #expect(line(.rateLimited, status: 429, "slow down", retryAfter: .seconds(30)).contains("Try again in 30 s, or"))
    #expect(line(.server, status: 503, "down").contains("Try again later."))
  }

  @Test func `has the server's own words in the sentence if it refuses a call`() {
    #expect(
      line(.rejected, status: 412, "locale: The selected locale is invalid.", request: "POST /proposals")
        == "nstack.example refused the call: locale: The selected locale is invalid. Correct what it names. "
        + "(POST /proposals, status 412)")
  }
}
