import Basics
import NStackAPI

/// What `init` was told: by flags, or by answers on the terminal.
struct InitAnswers {
  var baseURL: String?
  var stage: String?
  var country: String?
  var platform: String
  /// Where the base URL comes from, as messages name it; nil for a flag.
  var addressPlace: String?
  /// The credentials that were typed; nil for those of the environment or the user's file.
  var credentials: (applicationID: String, restAPIKey: String)?

  /// The lines of the project's file.
  var projectLines: [String] {
    var lines = ["# nstack-review: which NStack this project's texts are in. No secrets belong here."]
    for (name, value) in [("base-url", baseURL), ("stage", stage), ("country", country)] {
      if let value { lines.append("\(name): \(YAMLScalar.text(value))") }
    }
    return lines + [
      "platform: \(YAMLScalar.text(platform))", "# profiles:", "#   staging:",
      "#     base-url: https://staging.example.com",
    ]
  }

  /// The lines of the user's file with the typed credentials; none if none were typed.
  ///
  /// - Parameter hasAddress: Whether the file says already where the server is.
  func userLines(hasAddress: Bool) -> [String] {
    guard let credentials else { return [] }
    // Without it, credentials would not be sent to an address that only the project's file names.
    let address = hasAddress ? [] : baseURL.map { ["base-url: \(YAMLScalar.text($0))"] } ?? []
    return address + [
      "application-id: \(YAMLScalar.text(credentials.applicationID))",
      "rest-api-key: \(YAMLScalar.text(credentials.restAPIKey))",
    ]
  }

  /// Whether it was answered where the server is.
  var namesAddress: Bool { baseURL != nil || stage != nil || country != nil }

  /// What was answered about where the server is.
  var address: AddressSettings {
    var settings = AddressSettings(flagsOfBaseURL: baseURL, stage: stage, country: country)
    if let baseURL, let addressPlace { settings.baseURL = PlacedSetting(text: baseURL, place: addressPlace) }
    return settings
  }
}

/// A value as YAML has it.
enum YAMLScalar {
  /// The value, in quotes if it is more than a plain word.
  static func text(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39: true
      default: "-_./:".utf8.contains(byte)
      }
    }
    let isWord = isPlain && value.first.map { $0.isLetter || $0.isNumber } == true && value.last != ":"
    return isWord ? value : JSONValue.string(value).text
  }
}
