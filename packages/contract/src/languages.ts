/** The languages in which visitors read labels. */
export const labelLanguages = ['en', 'de', 'fr', 'it', 'es', 'pt', 'ru', 'zh', 'ja'] as const
export type LabelLanguage = (typeof labelLanguages)[number]

/** The languages in which items can be read: the original's own, and translations into these. */
export const textLanguages = ['fr', 'de', 'en'] as const
export type TextLanguage = (typeof textLanguages)[number]

/** The language of texts for readers of a language: English for all who have none of their own. */
export const readableLanguage = (language: LabelLanguage): TextLanguage =>
  textLanguages.find((one) => one === language) ?? 'en'

/** As the staff app names them. */
export const languageNames = {
  en: 'English',
  de: 'German',
  fr: 'French',
  it: 'Italian',
  es: 'Spanish',
  pt: 'Portuguese',
  ru: 'Russian',
  zh: 'Chinese',
  ja: 'Japanese',
} as const satisfies Record<LabelLanguage, string>
