extension Failure {
  /// The codes of the program itself, which do not change from version to version. Errors of the libraries keep theirs. The
  /// article *Error codes* of TranslationReview says what to do about each.
  enum Code: String {
    /// A base URL and a stage or country are given together, or a country without a stage.
    case address = "config.address"
    /// There is no application id or no key.
    case credentials = "config.credentials"
    /// Other users can read a file with secrets.
    case openToOthers = "config.open-to-others"
    /// The project's file does not have the preset.
    case preset = "config.preset"
    /// No settings file has the profile.
    case profile = "config.profile"
    /// A project's file contains a secret.
    case secret = "config.secret"
    /// There is no folder for the program's state.
    case stateFolder = "config.state-folder"
    /// A settings file has an unknown member.
    case unknownKey = "config.unknown-key"
    /// Only the project's file names the base URL, so no secret is sent there.
    case untrustedURL = "config.untrusted-url"
    /// A setting has a value that cannot be used.
    case settingValue = "config.value"
    /// A settings file is not valid YAML.
    case yaml = "config.yaml"
    /// The settings of checks name an unknown check or level, or cannot be used.
    case checks = "config.checks"
    /// Two locales would have the same file in a catalogue.
    case catalogLocale = "catalog.locale"
    /// A catalogue would replace a file that has other texts.
    case catalogTarget = "catalog.target"
    /// The context file lacks a column.
    case contextColumns = "context.columns"
    /// A maximum length in the context file is not a number above 0.
    case contextMaximumLength = "context.maximum-length"
    /// There is no context file with this name.
    case contextMissing = "context.missing"
    /// The context file has another shape than sections with keys.
    case contextShape = "context.shape"
    /// The context file has an unknown member.
    case contextUnknownKey = "context.unknown-key"
    /// The context file is not valid YAML.
    case contextYAML = "context.yaml"
    /// A file in a folder has a name that is not UTF-8.
    case fileName = "file.name"
    /// Two keys have the same Swift name.
    case collisions = "generate.collisions"
    /// Code would replace a file that was not generated.
    case generatedTarget = "generate.target"
    /// The removal of imports was not confirmed.
    case historyDeclined = "history.declined"
    /// The project's file exists already.
    case initExists = "init.exists"
    /// The questions of `init` were left before the file was written.
    case initLeft = "init.left"
    /// The program that reads the output has closed it.
    case outputClosed = "io.closed"
    /// The system lets the program open fewer files and connections than the command needs.
    case descriptors = "io.descriptors"
    /// The system provides less memory than the command needs.
    case memory = "io.memory"
    /// A scenario of the sandbox cannot be read.
    case sandboxScenario = "sandbox.scenario"
    /// There is no saved plan with this name.
    case planMissing = "plan.missing"
    /// The file of reviewed texts or of sheets does not exist.
    case sharedMissing = "shared.missing"
    /// The arguments cannot be understood.
    case arguments = "usage.arguments"
    /// There is no terminal to ask on, and no flag gives consent.
    case consent = "usage.consent"
    /// Texts for a sandbox were named, and no sandbox was asked for.
    case data = "usage.data"
    /// The delimiter is not known.
    case delimiter = "usage.delimiter"
    /// Checks found a fault in a change to send.
    case findings = "plan.findings"
    /// A folder contains no sheets.
    case emptyFolder = "usage.empty-folder"
    /// The text to propose is empty.
    case emptyValue = "usage.empty-value"
    /// There is no check with the id that the filter names.
    case failing = "usage.failing"
    /// The name of the sheet to write does not end in a known format.
    case sheetName = "usage.file-name"
    /// The format of a conversion is not known.
    case format = "usage.format"
    /// A proposal is for a text or locale that the application does not have.
    case unknownText = "usage.unknown-text"
    /// Texts were requested both from a folder and from a server or sandbox, or the folder's texts are
    /// pseudo-localised.
    case input = "usage.input"
    /// No sheet was named.
    case noSheet = "usage.no-sheet"
    /// An argument is not UTF-8.
    case notUTF8 = "usage.not-utf-8"
    /// Asking about conflicts needs a terminal.
    case onConflict = "usage.on-conflict"
    /// The preferred sheet is not one of the sheets that were read.
    case prefer = "usage.prefer"
    /// The lowest score of similar texts is out of range, or no memory was named.
    case fuzzy = "usage.fuzzy"
    /// A state of texts to export is not known, or needs another flag.
    case only = "usage.only"
    /// Picking changes needs a terminal.
    case pick = "usage.pick"
    /// A saved plan was given together with sheets, or with flags for them.
    case planFlags = "usage.plan"
    /// The quote is not known, or is the delimiter.
    case quote = "usage.quote"
    /// An import to resume was given together with sheets, a plan or flags for them.
    case resumeFlags = "usage.resume"
    /// Both a sandbox and a server were named.
    case sandboxFlags = "usage.sandbox"
    /// A split export cannot be written to standard output.
    case split = "usage.split"
  }
}
