// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// One program per reader; `run.sh` builds and runs them.
let programs = ["FuzzContainer", "FuzzWorksheet", "FuzzSharedStrings", "FuzzStyles", "FuzzCSV"]

let package = Package(
  name: "Fuzzing", platforms: [.macOS(.v15)],
  targets: [
    .systemLibrary(name: "CLinux"), .systemLibrary(name: "CLibFuzzer"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CEmbedded"),
    .target(
      name: "Basics", dependencies: ["CEmbedded"], exclude: ["Formats/plural_rules.txt"], swiftSettings: swiftSettings),
    .target(
      name: "Spreadsheet", dependencies: ["Basics", "CLinux", "CLibXML2", "CZlib"], swiftSettings: swiftSettings),
    .target(name: "FuzzedInput", dependencies: ["CLibFuzzer", "Spreadsheet"], swiftSettings: swiftSettings),
  ]
    + programs.map { program in
      // Each has its own entry point, so none of its files is a script.
      .executableTarget(
        name: program, dependencies: ["FuzzedInput", "Spreadsheet"],
        swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])])
    })
