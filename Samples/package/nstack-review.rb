# A Homebrew formula that builds nstack-review on macOS. Not tried: it was written without a Mac.
#
# Put it into a tap of your own, and change `homepage` and `head` to where the repository is. Then:
#   brew install --HEAD YOUR/TAP/nstack-review
class NstackReview < Formula
  desc "Review an app's texts from NStack in a spreadsheet"
  homepage "https://git.example.com/nstack-review"
  head "https://git.example.com/nstack-review.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "libxml2"
  depends_on macos: :sequoia
  depends_on "sqlite"
  depends_on "zlib"
  uses_from_macos "curl"

  uses_from_macos "python" => :build

  def install
    ENV["NSTACK_REVIEW_COMMIT"] = Utils.safe_popen_read("git", "rev-parse", "--short=12", "HEAD").strip
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "nstack-review"
    bin.install ".build/release/nstack-review"
    system "python3", "Samples/manual.py", bin/"nstack-review", buildpath/"man"
    man1.install Dir["man/*.1"]
    generate_completions_from_executable(bin/"nstack-review", "--generate-completion-script")
  end

  test do
    ENV["NSTACK_SANDBOX_DIR"] = (testpath/"sandbox").to_s
    system bin/"nstack-review", "export", "review.xlsx", "--sandbox"
    assert_path_exists testpath/"review.xlsx"
    assert_match "0 to propose, 0 to delete",
                 shell_output("#{bin}/nstack-review diff review.xlsx --sandbox")
  end
end
