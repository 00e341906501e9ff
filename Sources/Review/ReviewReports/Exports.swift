// What is shown is a plan or a report of TranslationReview, so a program that imports this module has that one with it.
@_exported public import TranslationReview
