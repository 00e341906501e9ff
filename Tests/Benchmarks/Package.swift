// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own, so that nobody who uses the libraries has to fetch the tool that measures them.
let package = Package(
  name: "Benchmarks", platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "nstack-review", path: "../.."),
    // Without its traits it counts no allocations, and needs no library that takes the place of malloc.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(
      name: "MadeTexts",
      dependencies: [
        .product(name: "NStackAPI", package: "nstack-review"), .product(name: "Spreadsheet", package: "nstack-review"),
      ], swiftSettings: swiftSettings),
    .executableTarget(
      name: "Tables",
      dependencies: [
        "MadeTexts", .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Spreadsheet", package: "nstack-review"),
      ], path: "Benchmarks/Tables", swiftSettings: swiftSettings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "Reviews",
      dependencies: [
        "MadeTexts", .product(name: "Benchmark", package: "benchmark"),
        .product(name: "NStackAPI", package: "nstack-review"), .product(name: "Spreadsheet", package: "nstack-review"),
        .product(name: "TranslationReview", package: "nstack-review"),
      ], path: "Benchmarks/Reviews", swiftSettings: swiftSettings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "read-cells", dependencies: [.product(name: "Spreadsheet", package: "nstack-review")],
      path: "Sources/ReadCells", swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])]),
    .executableTarget(
      name: "look-up-texts",
      dependencies: [
        "MadeTexts", .product(name: "NStackAPI", package: "nstack-review"),
        .product(name: "TextStore", package: "nstack-review"),
      ], path: "Sources/LookUpTexts", swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])]),
  ])
