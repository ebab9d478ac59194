import { labelLanguages, languageNames, paperLanguages } from '@vitrine/contract'

const key = 'paperLanguage'

/** Original texts with English labels. */
export const asWritten = ''
/** As the calls name them: texts of an item are in three languages, what surrounds them in nine. */
export const singleLanguages: readonly string[] = [
  'fr',
  'de',
  'en',
  ...labelLanguages.filter((lang) => !['fr', 'de', 'en'].includes(lang)),
]
export const languagePairs: readonly string[] = ['fr,de', 'fr,en', 'de,en']

/** 'French', 'French and German' */
export const languageText = (choice: string): string =>
  paperLanguages(choice)
    .map((lang) => languageNames[lang])
    .join(' and ') || 'As written'

export const rememberedLanguage = (): string => paperLanguages(localStorage.getItem(key) ?? '').join()

export const rememberLanguage = (choice: string): void => localStorage.setItem(key, choice)
