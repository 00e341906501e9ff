// A program that imports TranslationReview has the checks of texts with it.
@_exported public import TextChecks
