import TranslationReview

extension Failure {
  /// The kind of error, by a name that does not change from version to version. Errors of the libraries keep theirs.
  struct Code: RawRepresentable, Hashable { let rawValue: String }
}

/// The codes of the program itself. The article *Error codes* of TranslationReview says what to do about each.
extension Failure.Code {
  /// A base URL and a stage or country are given together, or a country without a stage.
  static let address = Self(rawValue: "config.address")
  /// There is no application id or no key.
  static let credentials = Self(rawValue: "config.credentials")
  /// Other users can read a file with secrets.
  static let openToOthers = Self(rawValue: "config.open-to-others")
  /// The project's file does not have the preset.
  static let preset = Self(rawValue: "config.preset")
  /// No settings file has the profile.
  static let profile = Self(rawValue: "config.profile")
  /// A project's file contains a secret.
  static let secret = Self(rawValue: "config.secret")
  /// There is no folder for the program's state.
  static let stateFolder = Self(rawValue: "config.state-folder")
  /// A settings file has an unknown member.
  static let unknownKey = Self(rawValue: "config.unknown-key")
  /// Only the project's file names the base URL, so no secret is sent there.
  static let untrustedURL = Self(rawValue: "config.untrusted-url")
  /// A setting has a value that cannot be used.
  static let settingValue = Self(rawValue: "config.value")
  /// A settings file is not valid YAML.
  static let yaml = Self(rawValue: "config.yaml")
  /// The settings of checks name an unknown check or level, or cannot be used.
  static let checks = Self(rawValue: "config.checks")
  /// Two locales would have one file in a catalogue.
  static let catalogLocale = Self(rawValue: "catalog.locale")
  /// A catalogue would replace a file with texts of its own.
  static let catalogTarget = Self(rawValue: "catalog.target")
  /// The context file lacks a column.
  static let contextColumns = Self(rawValue: "context.columns")
  /// A maximum length in the context file is not a number above 0.
  static let contextMaximumLength = Self(rawValue: "context.maximum-length")
  /// There is no context file with this name.
  static let contextMissing = Self(rawValue: "context.missing")
  /// The context file has another shape than sections with keys.
  static let contextShape = Self(rawValue: "context.shape")
  /// The context file has an unknown member.
  static let contextUnknownKey = Self(rawValue: "context.unknown-key")
  /// The context file is not valid YAML.
  static let contextYAML = Self(rawValue: "context.yaml")
  /// A file in a folder has a name that is not UTF-8.
  static let fileName = Self(rawValue: "file.name")
  /// Two keys have one Swift name.
  static let collisions = Self(rawValue: "generate.collisions")
  /// Code would replace a file that was not generated.
  static let generatedTarget = Self(rawValue: "generate.target")
  /// The removal of imports was not confirmed.
  static let historyDeclined = Self(rawValue: "history.declined")
  /// The project's file exists already.
  static let initExists = Self(rawValue: "init.exists")
  /// The questions of `init` were left before the file was written.
  static let initLeft = Self(rawValue: "init.left")
  /// The program that reads the output has closed it.
  static let outputClosed = Self(rawValue: "io.closed")
  /// The system lets the program open fewer files and connections than the command needs.
  static let descriptors = Self(rawValue: "io.descriptors")
  /// The system provides less memory than the command needs.
  static let memory = Self(rawValue: "io.memory")
  /// There is no saved plan with this name.
  static let planMissing = Self(rawValue: "plan.missing")
  /// There is no file of reviewed texts with this name.
  static let reviewedMissing = Self(rawValue: "reviewed.missing")
  /// The arguments cannot be understood.
  static let arguments = Self(rawValue: "usage.arguments")
  /// There is no terminal to ask on, and no flag gives consent.
  static let consent = Self(rawValue: "usage.consent")
  /// Texts for a sandbox were named, and no sandbox was asked for.
  static let data = Self(rawValue: "usage.data")
  /// The delimiter is not known.
  static let delimiter = Self(rawValue: "usage.delimiter")
  /// Checks found a fault in what was to be sent.
  static let findings = Self(rawValue: SubmissionRefusal.Code.findings.rawValue)
  /// A folder contains no sheets.
  static let emptyFolder = Self(rawValue: "usage.empty-folder")
  /// The text to propose is empty.
  static let emptyValue = Self(rawValue: "usage.empty-value")
  /// There is no check with the id that proposals are chosen by.
  static let failing = Self(rawValue: "usage.failing")
  /// The name of the sheet to write does not end in a known format.
  static let sheetName = Self(rawValue: "usage.file-name")
  /// The format of a conversion is not known.
  static let format = Self(rawValue: "usage.format")
  /// A proposal is for a text or locale that the application does not have.
  static let unknownText = Self(rawValue: "usage.unknown-text")
  /// Texts are to come from a folder, and a server or a sandbox was named, or the folder's texts are pseudo-localised.
  static let input = Self(rawValue: "usage.input")
  /// No sheet was named.
  static let noSheet = Self(rawValue: "usage.no-sheet")
  /// An argument is not UTF-8.
  static let notUTF8 = Self(rawValue: "usage.not-utf-8")
  /// Conflicts are to be asked about, and there is no terminal.
  static let onConflict = Self(rawValue: "usage.on-conflict")
  /// The sheet to prefer is not one of those that were read.
  static let prefer = Self(rawValue: "usage.prefer")
  /// The lowest score of similar texts is out of range, or no memory was named.
  static let fuzzy = Self(rawValue: "usage.fuzzy")
  /// A state of texts to export is not known, or needs another flag.
  static let only = Self(rawValue: "usage.only")
  /// Changes are to be picked, and there is no terminal.
  static let pick = Self(rawValue: "usage.pick")
  /// A saved plan was given together with sheets, or with flags for them.
  static let planFlags = Self(rawValue: "usage.plan")
  /// The quote is not known, or is the delimiter.
  static let quote = Self(rawValue: "usage.quote")
  /// An import is to be resumed, and sheets, a plan or flags for them were given.
  static let resumeFlags = Self(rawValue: "usage.resume")
  /// Both a sandbox and a server were named.
  static let sandboxFlags = Self(rawValue: "usage.sandbox")
  /// A split export cannot be written to standard output.
  static let split = Self(rawValue: "usage.split")
}
