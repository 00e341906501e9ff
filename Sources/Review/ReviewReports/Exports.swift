// This module shows plans and reports of TranslationReview, so it re-exports that module.
@_exported public import TranslationReview
