import { type LabelLanguage, labelLanguages } from '@vitrine/contract'

/** The languages of the pages under their own names. */
export const ownNames: Record<LabelLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  es: 'Español',
  pt: 'Português',
  ru: 'Русский',
  zh: '中文',
  ja: '日本語',
}

/** In the form of Open Graph. */
export const openGraphLocales: Record<LabelLanguage, string> = {
  en: 'en_GB',
  de: 'de_CH',
  fr: 'fr_CH',
  it: 'it_CH',
  es: 'es_ES',
  pt: 'pt_PT',
  ru: 'ru_RU',
  zh: 'zh_CN',
  ja: 'ja_JP',
}

const displayNames = Object.fromEntries(
  labelLanguages.map((lang) => [lang, new Intl.DisplayNames(lang, { type: 'language' })]),
) as Record<LabelLanguage, Intl.DisplayNames>

/** 'de', 'fr' → 'allemand': a language as readers of another one call it. */
export const languageName = (language: string, readIn: LabelLanguage): string =>
  displayNames[readIn].of(language) ?? language
