import { type LabelLanguage, labelLanguages } from './languages.ts'

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
