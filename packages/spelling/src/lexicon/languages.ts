export const spellingLanguages = ['de', 'fr', 'en'] as const
export type SpellingLanguage = (typeof spellingLanguages)[number]
