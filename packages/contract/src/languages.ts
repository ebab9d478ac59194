import * as de from './languages/de.ts'
import * as en from './languages/en.ts'
import * as es from './languages/es.ts'
import * as fr from './languages/fr.ts'
import * as it from './languages/it.ts'
import * as ja from './languages/ja.ts'
import * as pt from './languages/pt.ts'
import * as ru from './languages/ru.ts'
import * as zh from './languages/zh.ts'

/** The languages in which visitors read labels. */
export const labelLanguages = ['en', 'de', 'fr', 'it', 'es', 'pt', 'ru', 'zh', 'ja'] as const
export type LabelLanguage = (typeof labelLanguages)[number]

export const languages: Readonly<Record<LabelLanguage, en.Language>> = {
  en: en.language,
  de: de.language,
  fr: fr.language,
  it: it.language,
  es: es.language,
  pt: pt.language,
  ru: ru.language,
  zh: zh.language,
  ja: ja.language,
}

/** A record of its own: the staff app is built without it. */
export const visitorWords: Readonly<Record<LabelLanguage, en.VisitorWords>> = {
  en: en.words,
  de: de.words,
  fr: fr.words,
  it: it.words,
  es: es.words,
  pt: pt.words,
  ru: ru.words,
  zh: zh.words,
  ja: ja.words,
}

/** As the staff app names them. */
export const languageNames = Object.fromEntries(
  labelLanguages.map((language) => [language, languages[language].name]),
) as Record<LabelLanguage, string>

/** The languages in which items can be read: the original's own, and translations into these. */
export const textLanguages = ['fr', 'de', 'en'] as const
export type TextLanguage = (typeof textLanguages)[number]

/** The language of texts for readers of a language: English for all who have none of their own. */
export const readableLanguage = (language: LabelLanguage): TextLanguage =>
  textLanguages.find((one) => one === language) ?? 'en'

/** The language of a page for visitors. */
export interface PageLanguage {
  readonly lang: LabelLanguage
  /** Whether the address asks for it, instead of the browser. */
  readonly pinned: boolean
}

/** The one of our languages that a tag such as 'de' or 'de-CH' names; null when it is none of ours. */
export function languageNamed(tag: unknown): LabelLanguage | null {
  const word = typeof tag === 'string' ? tag.trim().toLowerCase().split(/[-_]/, 1)[0] : ''
  return labelLanguages.find((language) => language === word) ?? null
}

/** An address that keeps the language of the page it is on, where that one was asked for. */
export function withLang(address: string, { lang, pinned }: PageLanguage): string {
  if (!pinned) return address
  return `${address}${address.includes('?') ? '&' : '?'}lang=${lang}`
}
