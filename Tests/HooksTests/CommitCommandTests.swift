import Hooks
import Testing

/// Command lines of git, and whether they amend.
@Suite struct CommitCommandTests {
  @Test(arguments: [
    "git commit --amend", "/usr/lib/git-core/git commit --amend --no-edit -q",
    "git -c a.b=c -C dir --no-pager commit -q --ame", "git commit --am -m x",
    "git commit -am message --amend", "git commit -qm message --amend -- file",
    "git commit --no-amend --amend", "git commit -m --amend --amend", "git commit -S --amend",
    "git commit -Skey --amend", "git commit -uno --amend", "git commit --message=x --amend",
  ])
  func `These amend`(line: String) {
    #expect(CommitCommand(line.words)?.isAmending == true)
  }

  @Test(arguments: [
    "git commit", "git commit -m --amend", "git commit -am --amend", "git commit -F --amend",
    "git commit --message --amend", "git commit -m=--amend", "git commit -- --amend",
    "git commit --amend --no-amend", "git commit --all", "git commit --author --amend",
    "git commit --a", "git -C --amend commit", "git -c --amend commit -q",
  ])
  func `These do not`(line: String) {
    #expect(CommitCommand(line.words)?.isAmending == false)
  }

  @Test(arguments: [
    "git merge --amend", "git", "git -c commit", "git log commit", "sh commit --amend",
    "", "mygit commit --amend", "git --git-dir commit",
  ])
  func `These are no commits`(line: String) {
    #expect(CommitCommand(line.words) == nil)
  }
}

/// What git tells a `pre-push` hook.
@Suite struct PushedRefTests {
  private let one = String(repeating: "1", count: 40)
  private let none = String(repeating: "0", count: 40)

  @Test func `A line is a ref that moves`() {
    let refs = PushedRef.read("refs/heads/a \(one) refs/heads/b \(none)\n")
    #expect(refs?.map(\.local) == ["refs/heads/a"])
    #expect(refs?.map(\.new) == [one] && refs?.map(\.remote) == ["refs/heads/b"])
    #expect(refs?.map(\.old) == [nil])
    #expect(PushedRef.read("HEAD^{/a b} \(one) refs/heads/b \(one)")?.first?.local == "HEAD^{/a b}")
    #expect(PushedRef.read("HEAD \(one) refs/heads/b \(one)")?.first?.old == one)
  }

  @Test func `A ref that is only deleted brings nothing`() {
    #expect(PushedRef.read("(delete) \(none) refs/heads/b \(one)\n") == [])
    #expect(PushedRef.read("") == [])
    #expect(PushedRef.read("\n") == [])
  }

  @Test func `Anything else is not git's`() {
    #expect(PushedRef.read("rubbish") == nil)
    #expect(PushedRef.read("HEAD \(one) refs/heads/b") == nil)
  }
}

/// The script that git runs.
@Suite struct HookScriptTests {
  private let script = HookScript(.preCommit, program: "/it's here/nitless", predecessor: "before")

  @Test func `It knows itself, and whether somebody changed it`() {
    #expect(HookScript.isOurs(script.text) && HookScript.isUntouched(script.text))
    let changed = script.text + "echo more\n"
    #expect(HookScript.isOurs(changed) && !HookScript.isUntouched(changed))
    #expect(!HookScript.isOurs("#!/bin/sh\nnitless hook run\n"))
    #expect(!HookScript.isUntouched("#!/bin/sh\nnitless hook run\n"))
  }

  @Test func `A path is quoted for the shell`() {
    #expect(script.text.contains(#"nitless='/it'\''s here/nitless'"#))
  }

  @Test func `Every hook says how to go on without it`() {
    for hook in Hook.allCases {
      #expect(HookScript(hook, program: "/n", predecessor: "b").text.contains(hook.bypass))
    }
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
