// swift-tools-version: 5.9
import PackageDescription

// The command `swift package nitless`, and the program that it runs. Nothing is compiled but the command.
let package = Package(
  name: "nitless-plugin",
  products: [.plugin(name: "Nitless", targets: ["Nitless"])],
  targets: [
    .plugin(
      name: "Nitless",
      capability: .command(
        intent: .custom(verb: "nitless", description: "Reviews what a change makes the program do")),
      dependencies: ["nitless"]),
    .binaryTarget(
      name: "nitless",
      url: "@ADDRESS@/nitless.artifactbundle.zip",
      checksum: "@BUNDLE_SHA256@"),
  ]
)
