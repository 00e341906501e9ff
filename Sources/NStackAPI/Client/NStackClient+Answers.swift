import HTTPMessages

extension NStackClient {
  /// Reads the body of an answer.
  func read<Shape: JSONShape>(
    _ shape: Shape.Type, from response: TransportResponse, of call: PreparedCall
  ) throws(NStackError) -> Shape {
    try read(shape, from: response.body, response, of: call)
  }

  /// Reads a part of an answer.
  func read<Shape: JSONShape>(
    _ shape: Shape.Type, from bytes: [UInt8], _ response: TransportResponse, of call: PreparedCall
  ) throws(NStackError) -> Shape {
    do throws(JSONAnswer.Mismatch) {
      return try JSONAnswer.read(shape, from: bytes)
    } catch {
      throw mismatch(error.message, response, of: call)
    }
  }

  /// The error for an answer that is not one of NStack's. A write with such an answer may or may not have been carried out.
  func mismatch(_ message: String, _ response: TransportResponse, of call: PreparedCall) -> NStackError {
    let begins = response.body.isEmpty ? "(empty)" : Excerpt.visible(response.body)
    return NStackError(
      .badBody, delivery: call.isRead ? .definite : .inDoubt, request: call.label, status: response.status,
      message: WebPage.sentence(for: response) ?? "\(message); it begins: \(begins)", host: call.host)
  }
}
