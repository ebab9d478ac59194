import type { LabelLanguage } from '@vitrine/contract'
import { ownNames } from './languages.ts'
import { pageWords } from './page.ts'

const byCode = (lang: LabelLanguage, what: string) => pageWords[lang].byCode.replace('{what}', what)

/** What ends a text that is too long for its paper. */
export const readOnByCode = (lang: LabelLanguage): string => byCode(lang, pageWords[lang].readOn)

/** Where the text in this language has no room on a paper. */
export const languageByCode = (lang: LabelLanguage): string => byCode(lang, ownNames[lang])
