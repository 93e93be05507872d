import TestRepository
import Testing

@Suite struct AuditCommandTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("Sources/Viewer.swift", Source.leaking)
    try repository.write("Other/Other.swift", "let other = 1\n")
    try repository.commit()
  }

  @Test func `A whole program, or a part of it`() throws {
    #expect(try repository.nitless("audit").status == 1)
    #expect(try repository.nitless("audit", "Sources").status == 1)
    #expect(try repository.nitless("audit", "Sources/Viewer.swift").status == 1)
    #expect(try repository.nitless("audit", "./Sources/").status == 1)
    #expect(try repository.nitless("audit", "Other").status == 0)
    #expect(try repository.nitless("audit", "Other", "Sources").status == 1)
  }

  @Test func `Paths are written from the directory that it runs in`() throws {
    #expect(try Command.run(["audit", "."], in: repository.path + "/Other").status == 0)
    #expect(try Command.run(["audit", "../Sources"], in: repository.path + "/Other").status == 1)
    #expect(try Command.run(["audit", "Sources", "--repo", repository.path], in: "/").status == 1)
  }

  @Test func `What is asked for by path may be written in any way that leads there`() throws {
    let top = repository.path
    for path in ["Sources", "./Sources", "Sources/", "./Sources/*.swift", top + "/Sources", top + "/S*", ".", top] {
      let audit = try repository.nitless("audit", "--path", path)
      #expect(audit.status == 1 && !audit.output.contains("matches no"), "\(path): \(audit)")
    }
    // From the top, as what it narrows is named.
    try repository.write("Other/Sources/Viewer.swift", Source.leaking)
    let anchored = try repository.nitless("audit", "--path", "./Sources", "--statistics")
    #expect(anchored.output.contains("1 more not asked for"), "\(anchored.output)")
    let missing = try repository.nitless("audit", "--path", "./Nowhere")
    #expect(missing.output.contains("`--path ./Nowhere` matches no Swift file"), "\(missing)")
    #expect(try Command.run(["audit", "--path", "./Sources", "--repo", top], in: "/").status == 1)
  }

  @Test func `Every cycle is drawn, also one with objects of the system in it`() throws {
    try repository.write("Sources/Payment.swift", Source.payment)
    let html = try repository.nitless("audit", "--format", "html").output
    let count = html.matches(of: /<figure class="cycle"/).count
    #expect(count == 3, "\(count)")
    for drawn in [
      "PaymentController ─page→ WKWebView ─userContentController→ WKUserContentController → PaymentController",
      "Uploader ─session→ URLSession ─delegate→ Uploader",
    ] { #expect(html.contains(drawn), "\(drawn)") }
  }

  @Test func `A commit goes before a path of its name`() throws {
    try repository.write("Sources/Viewer.swift", Source.sound)
    #expect(try repository.nitless("audit", "HEAD").status == 1)
    #expect(try repository.nitless("audit", "HEAD", "Other").status == 0)
    try repository.git("branch", "Other")
    #expect(try repository.nitless("audit", "Other").status == 1)
    #expect(try repository.nitless("audit", "--", "Other").status == 0)
  }

  @Test func `In a bare repository it is HEAD`() throws {
    let bare = try TestRepository(cloning: repository, "--bare")
    #expect(try bare.nitless("audit").status == 1)
    #expect(try bare.nitless("audit", "Other").status == 0)
  }

  @Test func `A large report arrives to the last byte`() throws {
    for number in 0..<400 {
      try repository.write(
        "Many/Viewer\(number).swift",
        Source.leaking.replacing("Viewer", with: "Viewer\(number)").replacing(
          "Downloader", with: "Downloader\(number)"))
    }
    let outcome = try repository.nitless("audit", "--format", "json")
    #expect(outcome.status == 1)
    #expect(outcome.output.utf8.count > 200_000)
    #expect(outcome.output.hasSuffix("}\n"))
  }
}
