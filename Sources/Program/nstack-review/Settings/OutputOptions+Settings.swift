/// What the settings say about printing.
extension OutputOptions {
  /// Whether a setting about what is printed is on. A file that cannot be read turns nothing off: the commands that need its
  /// settings say what is wrong with it.
  func isOn(_ setting: String) -> Bool { (try? SettingLayers.ofMachine())?.isOn(setting) ?? true }

  var allowsColor: Bool {
    EnvironmentVariables.value("NO_COLOR") == nil && EnvironmentVariables.value("TERM") != "dumb" && isOn("color")
  }

  /// The form of the calls that --verbose prints.
  var logFormat: LogFormat {
    (try? SettingLayers.ofMachine())?["log-format"].flatMap { LogFormat(rawValue: $0.text) } ?? .text
  }
}
