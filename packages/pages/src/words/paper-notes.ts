import type { LabelLanguage } from '@vitrine/contract'
import { ownNames } from './languages.ts'
import { pageWords } from './page.ts'
import { pictureWords } from './picture.ts'

const byCode = (lang: LabelLanguage, what: string) => pageWords[lang].byCode.replace('{what}', what)

/** What ends a text that is too long for its paper. */
export const readOnByCode = (lang: LabelLanguage): string => byCode(lang, pageWords[lang].readOn)

/** Where the text in this language has no room on a paper. */
export const languageByCode = (lang: LabelLanguage): string => byCode(lang, ownNames[lang])

/** A longer credit is cut: a paper has one small line for it. */
const longestCredit = 120

/** Whose picture it is, and its licence; empty where neither is said. */
export function pictureRights(lang: LabelLanguage, credit: string, licence: string): string {
  const shown =
    credit.length > longestCredit
      ? `${credit
          .slice(0, longestCredit - 1)
          .toWellFormed()
          .trimEnd()}…`
      : credit
  const said = [shown, licence].filter(Boolean).join(', ')
  return said && `${pictureWords[lang].picture}: ${said}`
}
