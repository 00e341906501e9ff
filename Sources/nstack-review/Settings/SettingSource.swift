import NStackAPI

/// A setting with the place that it comes from.
struct PlacedSetting {
  let text: String
  /// A flag, a variable, or a line of a settings file, as errors name it.
  let place: String

  /// The value that the setting means, or an error that begins with its place.
  func value<Value>(_ read: (String) throws(NStackError) -> Value) throws -> Value {
    do throws(NStackError) {
      return try read(text)
    } catch {
      throw refusal(error.message)
    }
  }

  /// The error of a setting that cannot be used.
  func refusal(_ message: String, hint: String? = nil) -> Failure {
    Failure.usage(.settingValue, "\(place): \(message)\(message.last == "?" ? "" : ".")", hint: hint)
  }
}
