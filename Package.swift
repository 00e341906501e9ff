// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
  import Glibc

  // From 2.36 on glibc reads a packed table of what is to be relocated; the plain one takes 3.4 MB of every start.
  let packing: [String] =
    (__GLIBC__, __GLIBC_MINOR__) < (2, 36) ? [] : ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
#else
  let packing: [String] = []
#endif

// The commit that --version names. Samples/package.sh sets it; a plain `swift build` names the version alone.
let commit = (Context.environment["NSTACK_REVIEW_COMMIT"] ?? "").filter { character in
  character == "-" || character.isASCII && (character.isLetter || character.isNumber)
}

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
]

// What reads and writes sheets is optimized where the tests are built: they give it millions of cells.
let hotSettings: [SwiftSetting] =
  Context.environment["NSTACK_REVIEW_SAMPLES"] != "1" ? swiftSettings : swiftSettings + [.unsafeFlags(["-O"])]

// The samples are packages of their own. Built here as well, they need no second build of the dependencies, and they see
// what is public and nothing else. Tests/run.sh asks for them. A user who builds the program would wait for the tool of their
// plug-in first, which SwiftPM builds before everything else, whatever the product.
let samples: [Target] =
  Context.environment["NSTACK_REVIEW_SAMPLES"] != "1"
  ? []
  : [
    .executableTarget(
      name: "Embedding", dependencies: ["HTTPCurl", "NStackAPI", "ReviewJournal", "Spreadsheet", "TranslationReview"],
      path: "Samples/Embedding/Sources/Embedding", packageAccess: false, swiftSettings: swiftSettings),
    .executableTarget(
      name: "LiveTexts", dependencies: ["HTTPCurl", "NStackAPI", "TextStore"],
      path: "Samples/LiveTexts/Sources/LiveTexts", packageAccess: false, swiftSettings: swiftSettings,
      plugins: ["TypedKeysPlugin"]),
    .executableTarget(
      name: "TypedKeys", dependencies: ["NStackAPI", "TextStore"], path: "Samples/TypedKeys/Sources/TypedKeys",
      packageAccess: false, swiftSettings: swiftSettings, plugins: ["TypedKeysPlugin"]),
  ]

let package = Package(
  name: "nstack-review",
  // The systems that came with one Swift library. Apps use what has no server in it, as TextStore and NStackAPI.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Spreadsheet", targets: ["Spreadsheet"]), .library(name: "HTTPMessages", targets: ["HTTPMessages"]),
    .library(name: "HTTPCurl", targets: ["HTTPCurl"]), .library(name: "NStackAPI", targets: ["NStackAPI"]),
    .library(name: "TextChecks", targets: ["TextChecks"]), .library(name: "TextStore", targets: ["TextStore"]),
    .library(name: "TextStoreUI", targets: ["TextStoreUI"]),
    .library(name: "TranslationReview", targets: ["TranslationReview", "ReviewReports"]),
    .library(name: "ReviewJournal", targets: ["ReviewJournal"]),
    .executable(name: "nstack-review", targets: ["nstack-review"]),
    .plugin(name: "TypedKeysPlugin", targets: ["TypedKeysPlugin"]),
    .plugin(name: "GenerateTypedKeys", targets: ["GenerateTypedKeys"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(
      name: "CBuildCommit", cSettings: commit.isEmpty ? [] : [.define("NSTACK_REVIEW_COMMIT", to: "\"\(commit)\"")]),
    .systemLibrary(
      name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(name: "CLibCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CEmbedded"),
    .target(
      name: "SystemCrypto", dependencies: [.target(name: "CLibCrypto", condition: .when(platforms: [.linux]))],
      swiftSettings: swiftSettings),
    .target(
      name: "Basics", dependencies: ["CEmbedded"],
      exclude: ["Formats/plural_rules.txt", "Words/reasons.tsv", "Words/words.tsv"], swiftSettings: hotSettings),
    .target(name: "Spreadsheet", dependencies: ["Basics", "CLibXML2", "CLinux", "CZlib"], swiftSettings: hotSettings),
    .target(
      name: "Exchange", dependencies: ["Basics", "CEmbedded", "Spreadsheet"], exclude: ["Languages/language_names.txt"],
      swiftSettings: swiftSettings),
    .target(
      name: "TranslationMemory", dependencies: ["Basics", "Exchange", "Spreadsheet"], swiftSettings: swiftSettings),
    .target(name: "Resources", dependencies: ["Basics"], swiftSettings: swiftSettings),
    .target(
      name: "KeyGenerator", dependencies: ["Basics", "CEmbedded", "Resources"], exclude: ["Support"],
      swiftSettings: swiftSettings),
    .target(
      name: "AppCatalogs", dependencies: ["Basics", "Exchange", "KeyGenerator", "Spreadsheet"],
      swiftSettings: swiftSettings),
    .target(
      name: "HTTPMessages", dependencies: ["Basics", .product(name: "Logging", package: "swift-log")],
      swiftSettings: swiftSettings),
    // Apart, so that an app links neither libcurl nor zlib for the texts that it shows.
    .target(
      name: "HTTPCurl",
      dependencies: [
        "Basics", "CZlib", "HTTPMessages", .target(name: "CLibCurl", condition: .when(platforms: [.linux, .macOS])),
      ], swiftSettings: swiftSettings),
    .target(
      name: "NStackAPI",
      dependencies: ["Basics", "HTTPMessages", "Resources", .product(name: "Logging", package: "swift-log")],
      swiftSettings: swiftSettings),
    .target(
      name: "GoogleDrive",
      dependencies: [
        "Basics", "HTTPMessages", "Loopback", "SystemCrypto", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ], swiftSettings: swiftSettings),
    .target(name: "TextStore", dependencies: ["Basics", "NStackAPI", "Resources"], swiftSettings: swiftSettings),
    .target(name: "TextStoreUI", dependencies: ["NStackAPI", "TextStore"], swiftSettings: swiftSettings),
    .target(name: "TextChecks", dependencies: ["Basics"], swiftSettings: swiftSettings),
    .target(
      name: "ReviewSheets",
      dependencies: [
        "Basics", "CEmbedded", "Exchange", "NStackAPI", "Resources", "Spreadsheet", "SystemCrypto", "TextChecks",
      ], swiftSettings: swiftSettings),
    .target(
      name: "TranslationReview",
      dependencies: [
        "Basics", "Exchange", "NStackAPI", "Resources", "ReviewSheets", "Spreadsheet", "SystemCrypto", "TextChecks",
      ], swiftSettings: swiftSettings),
    .target(
      name: "ReviewReports",
      dependencies: ["Basics", "CEmbedded", "NStackAPI", "Spreadsheet", "SystemCrypto", "TranslationReview"],
      swiftSettings: swiftSettings),
    .target(
      name: "ReviewJournal",
      dependencies: [
        "AppCatalogs", "Basics", "CZlib", "Exchange", "NStackAPI", "Resources", "ReviewReports", "Spreadsheet",
        "SystemCrypto", "TextStore", "TranslationMemory", "TranslationReview",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: swiftSettings),
    .target(
      name: "Loopback",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ], swiftSettings: swiftSettings),
    .target(
      name: "NStackSandbox",
      dependencies: [
        "Basics", "CEmbedded", "CZlib", "Loopback", "NStackAPI", "Resources", "SystemCrypto",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ], exclude: ["SampleTexts"], swiftSettings: swiftSettings),
    .target(
      name: "ReviewPage",
      dependencies: [
        "Basics", "Loopback", "NStackAPI", "ReviewJournal", "ReviewReports", "Spreadsheet", "TranslationReview",
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ], exclude: ["Page"], swiftSettings: swiftSettings),
    .executableTarget(
      name: "nstack-review",
      dependencies: [
        "AppCatalogs", "Basics", "CBuildCommit", "GoogleDrive", "HTTPCurl", "KeyGenerator", "NStackAPI",
        "NStackSandbox", "Resources", "ReviewJournal", "ReviewPage", "ReviewReports", "Spreadsheet", "TextStore",
        "TranslationReview", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"), .product(name: "Yams", package: "Yams"),
      ], swiftSettings: swiftSettings,
      linkerSettings: [
        // The runtime, linked in, would export every symbol for plug-ins; start-up then reads a table of 4 MB for nobody.
        .unsafeFlags(
          ["-use-ld=lld", "-Xlinker", "--no-export-dynamic"] + packing,
          .when(platforms: [.linux], configuration: .release))
      ]),
    .executableTarget(
      name: "nstack-typed-keys", dependencies: ["Basics", "KeyGenerator", "Resources"], swiftSettings: swiftSettings),
    .plugin(name: "TypedKeysPlugin", capability: .buildTool(), dependencies: ["nstack-typed-keys"]),
    .plugin(
      name: "GenerateTypedKeys",
      capability: .command(
        intent: .custom(verb: "generate-typed-keys", description: "Write the texts of an app as typed keys."),
        permissions: [.writeToPackageDirectory(reason: "The file with the keys is written into the sources.")]),
      dependencies: ["nstack-typed-keys"]), .testTarget(name: "SourceTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "AppCatalogsTests", dependencies: ["AppCatalogs", "Basics", "KeyGenerator", "Resources", "Spreadsheet"],
      swiftSettings: swiftSettings),
    .testTarget(name: "BasicsTests", dependencies: ["Basics"], swiftSettings: swiftSettings),
    .testTarget(
      name: "SpreadsheetTests", dependencies: ["Basics", "ProgramRuns", "Spreadsheet"], swiftSettings: swiftSettings),
    .testTarget(
      name: "ExchangeTests", dependencies: ["Basics", "Exchange", "Spreadsheet"], swiftSettings: swiftSettings),
    .testTarget(
      name: "TranslationMemoryTests", dependencies: ["Basics", "Exchange", "Spreadsheet", "TranslationMemory"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "KeyGeneratorTests", dependencies: ["Basics", "KeyGenerator", "Resources"], swiftSettings: swiftSettings),
    .testTarget(
      name: "NStackAPITests",
      dependencies: [
        "Basics", "CLibCurl", "HTTPCurl", "HTTPMessages", "NStackAPI", "Resources",
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: swiftSettings),
    .testTarget(
      name: "TextStoreTests", dependencies: ["HTTPCurl", "NStackAPI", "NStackSandbox", "TextStore"],
      swiftSettings: swiftSettings),
    .testTarget(name: "TextChecksTests", dependencies: ["Basics", "TextChecks"], swiftSettings: swiftSettings),
    .target(
      name: "ReviewFixtures", dependencies: ["NStackAPI", "ProgramRuns", "ReviewSheets", "Spreadsheet"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ReviewSheetsTests",
      dependencies: ["Basics", "Exchange", "NStackAPI", "ReviewFixtures", "ReviewSheets", "Spreadsheet"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TranslationReviewTests",
      dependencies: [
        "Basics", "Exchange", "NStackAPI", "ProgramRuns", "ReviewFixtures", "ReviewReports", "ReviewSheets",
        "Spreadsheet", "TextChecks", "TranslationReview",
      ], swiftSettings: swiftSettings),
    .testTarget(
      name: "ReviewJournalTests",
      dependencies: [
        "Basics", "Exchange", "NStackAPI", "ProgramRuns", "ReviewFixtures", "ReviewJournal", "ReviewReports",
        "Spreadsheet", "TextStore", "TranslationMemory", "TranslationReview",
      ], swiftSettings: swiftSettings),
    .testTarget(
      name: "FaultTests", dependencies: ["Basics", "NStackAPI", "ProgramRuns", "ReviewReports", "TranslationReview"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ReviewPageTests",
      dependencies: [
        "Basics", "HTTPCurl", "NStackAPI", "NStackSandbox", "ProgramRuns", "ReviewJournal", "ReviewPage",
        "ReviewReports", "Spreadsheet", "TranslationReview", .product(name: "NIOHTTP1", package: "swift-nio"),
      ], swiftSettings: swiftSettings),
    .testTarget(
      name: "NStackSandboxTests", dependencies: ["HTTPCurl", "NStackAPI", "NStackSandbox"], swiftSettings: swiftSettings
    ),
    .target(
      name: "DriveStandIn",
      dependencies: [
        "Basics", .target(name: "CLibCrypto", condition: .when(platforms: [.linux])), "Loopback", "SystemCrypto",
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ], swiftSettings: swiftSettings),
    .executableTarget(name: "drive-stand-in", dependencies: ["Basics", "DriveStandIn"], swiftSettings: swiftSettings),
    .testTarget(
      name: "GoogleDriveTests",
      dependencies: ["Basics", "DriveStandIn", "GoogleDrive", "HTTPCurl", "HTTPMessages", "SystemCrypto"],
      swiftSettings: swiftSettings), .target(name: "ProgramRuns", swiftSettings: swiftSettings),
    .testTarget(
      name: "HostileFileTests", dependencies: ["CZlib", "nstack-review", "ProgramRuns"], swiftSettings: swiftSettings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "DriveStandIn", "GoogleDrive", "nstack-review", "NStackAPI", "NStackSandbox", "ProgramRuns", "ReviewJournal",
        "ReviewReports", "Spreadsheet", "TranslationReview",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: swiftSettings),
  ] + samples)

// The storeys of the house from the top. A target imports targets of its own storey and of those below it; a test holds that.
let storeys: KeyValuePairs = [
  "Program": ["nstack-review", "nstack-typed-keys", "CBuildCommit"],
  "Review": [
    "ReviewPage", "ReviewJournal", "TranslationMemory", "ReviewReports", "TranslationReview", "ReviewSheets",
    "TextChecks",
  ], "Apps": ["TextStoreUI", "TextStore", "AppCatalogs", "KeyGenerator", "TypedKeysPlugin", "GenerateTypedKeys"],
  "Drive": ["GoogleDrive"],
  "NStack": ["NStackAPI", "NStackSandbox", "HTTPMessages", "HTTPCurl", "Loopback", "Resources", "CLibCurl"],
  "Tables": ["Spreadsheet", "Exchange", "CLibXML2", "CZlib", "CLinux"],
  "Basics": ["Basics", "CEmbedded", "SystemCrypto", "CLibCrypto"],
]

// The tests of each storey, with the stand-ins and fixtures that only tests use.
let testStoreys: KeyValuePairs = [
  "Program": ["CommandLineTests", "HostileFileTests", "ProgramRuns"],
  "Review": [
    "ReviewPageTests", "ReviewJournalTests", "FaultTests", "TranslationMemoryTests", "TranslationReviewTests",
    "ReviewSheetsTests", "TextChecksTests", "ReviewFixtures",
  ], "Apps": ["TextStoreTests", "AppCatalogsTests", "KeyGeneratorTests"],
  "Drive": ["GoogleDriveTests", "DriveStandIn", "drive-stand-in"], "NStack": ["NStackAPITests", "NStackSandboxTests"],
  "Tables": ["SpreadsheetTests", "ExchangeTests"], "Basics": ["BasicsTests"],
]

for (root, storeys) in [("Sources", storeys), ("Tests", testStoreys)] {
  for (storey, names) in storeys {
    for target in package.targets where names.contains(target.name) { target.path = "\(root)/\(storey)/\(target.name)" }
  }
}
