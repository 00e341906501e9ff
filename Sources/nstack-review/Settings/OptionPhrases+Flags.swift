import TranslationReview

extension OptionPhrases {
  /// The flags of this program.
  static let flags = OptionPhrases(
    acceptsDamaged: "import with --accept-damaged", adoptsCurrent: "use --adopt-current",
    acceptsMoved: "import with --accept-moved", retargets: "use --retarget", allowsDelete: "import with --allow-delete",
    postsOverridden: "use history undo --post-overridden")
}
