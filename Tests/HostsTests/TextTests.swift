import Testing

@testable import Hosts

struct TextTests {
  @Test func `What others wrote names nobody and opens nothing`() {
    #expect(Markdown.inline("`self` keeps <b>@me</b>") == "`self` keeps &lt;b&gt;@\u{200B}me&lt;/b&gt;")
    #expect(Markdown.inline("an odd ` [a](https://b)") == "an odd \\` \\[a\\](https:\u{200B}//b)")
    #expect(Markdown.inline("one\n/close") == "one /close")
    #expect(Markdown.code("a`b``c") == "``` a`b``c ```")
  }

  @Test func `A fence is longer than any in it`() {
    #expect(Markdown.fenced("```swift\n```", "suggestion").hasPrefix("````suggestion\n"))
  }

  @Test func `A comment is known by its last line alone`() {
    let marker = Marker(scope: "review", name: "0123abcd")
    #expect(Marker(in: "text\n\n\(marker.text)\n") == marker)
    #expect(Marker(in: "> \(marker.text)\n\nI do not think so") == nil)
    let text = CommentText()
    let fixed = text.fixed("text\n\n\(marker.text)", marker, at: "0123456789abcdef")
    #expect(fixed.hasPrefix("**Fixed** as of 0123456789.\n\ntext\n\n"))
    #expect(Marker(in: fixed)?.isFixed == true)
  }

  @Test func `Hosts change line breaks, and that is no change`() {
    #expect(Reconciliation.isSame("a\r\nb\n", "a\nb"))
    #expect(!Reconciliation.isSame("a\nb", "a\nc"))
  }
}
