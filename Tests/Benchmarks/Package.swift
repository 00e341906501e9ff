// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own, so that nobody who uses the libraries builds what measures them.
let package = Package(
  name: "Benchmarks", platforms: [.macOS(.v15)], dependencies: [.package(name: "nstack-review", path: "../..")],
  targets: [
    .executableTarget(
      name: "read-cells", dependencies: [.product(name: "Spreadsheet", package: "nstack-review")],
      path: "Sources/ReadCells", swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])]),
    .executableTarget(
      name: "look-up-texts",
      dependencies: [
        .product(name: "NStackAPI", package: "nstack-review"), .product(name: "TextStore", package: "nstack-review"),
      ], path: "Sources/LookUpTexts", swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])]),
  ])
