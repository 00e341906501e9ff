// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Embedding", platforms: [.macOS(.v15)],
  dependencies: [
    // In an app: .package(url: "…/nstack-review", from: "1.0.0")
    .package(name: "nstack-review", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Embedding",
      dependencies: [
        .product(name: "HTTPCurl", package: "nstack-review"), .product(name: "NStackAPI", package: "nstack-review"),
        .product(name: "ReviewJournal", package: "nstack-review"),
        .product(name: "Spreadsheet", package: "nstack-review"),
        .product(name: "TranslationReview", package: "nstack-review"),
      ])
  ])
