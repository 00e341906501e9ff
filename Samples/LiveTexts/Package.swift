// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "LiveTexts", platforms: [.macOS(.v15)],
  dependencies: [
    // In an app: .package(url: "…/nstack-review", from: "1.0.0")
    .package(name: "nstack-review", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "LiveTexts",
      dependencies: [
        .product(name: "HTTPCurl", package: "nstack-review"), .product(name: "NStackAPI", package: "nstack-review"),
        .product(name: "TextStore", package: "nstack-review"),
      ], plugins: [.plugin(name: "TypedKeysPlugin", package: "nstack-review")])
  ])
