class Nitless < Formula
  desc "Code review of what a change makes a Swift program do"
  homepage "https://github.com/OWNER/nitless"
  license "Apache-2.0"

@PLATFORMS@
  def install
    bin.install "bin/nitless"
    man1.install "share/man/man1/nitless.1.gz"
    bash_completion.install "share/bash-completion/completions/nitless"
    zsh_completion.install "share/zsh/site-functions/_nitless"
    fish_completion.install "share/fish/vendor_completions.d/nitless.fish"
    doc.install Dir["share/doc/nitless/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/nitless --version")
  end
end
