import {
  type LabelLanguage,
  type LocalisedItem,
  languages,
  typeset,
  visitorWords,
} from '@vitrine/contract'

/** 'de', 'fr' → 'allemand': a language as readers of another one call it. */
const languageName = (language: string, readIn: LabelLanguage): string =>
  new Intl.DisplayNames(readIn, { type: 'language' }).of(language) ?? language

/** That a text is in another language than the reader's. */
export const formatNotTranslated = (language: string, readIn: LabelLanguage): string =>
  visitorWords[readIn].page.notTranslated.replace('{language}', languageName(language, readIn))

/** Why a text is not what one would expect: in another language, or older than its original. */
export function listTextNotes(
  { original, outdated }: Pick<LocalisedItem, 'original' | 'outdated'>,
  lang: LabelLanguage,
): string[] {
  const words = visitorWords[lang].page
  return [
    ...(original ? [formatNotTranslated(original, lang)] : []),
    ...(outdated ? [words.outdated] : []),
  ]
}

const longWords = [
  'Höchst|geschwindig|keit',
  'Fahrgestell|nummer',
  'Höchst|leistung',
  'Enregistre|ment',
  'immatricula|tion',
]
const hyphenatedWords = longWords.map(
  (word) => [word.replaceAll('|', ''), word.replaceAll('|', '\u00ad')] as const,
)

/** A label whose long words can be cut also by browsers that know no hyphenation of the language. */
export const insertSoftHyphens = (label: string): string =>
  hyphenatedWords.reduce((text, [word, parts]) => text.replace(word, parts), label)

const formatByCode = (lang: LabelLanguage, what: string) =>
  visitorWords[lang].page.byCode.replace('{what}', what)

/** What ends a text that is too long for its paper. */
export const readOnByCodeNote = (lang: LabelLanguage): string =>
  formatByCode(lang, visitorWords[lang].page.readOn)

/** Where the text in this language has no room on a paper. */
export const languageByCodeNote = (lang: LabelLanguage): string =>
  formatByCode(lang, languages[lang].ownName)

/** A longer credit is cut: a paper has one small line for it. */
const maxCreditLength = 120

/** 'Illustration: Anna Muster' needs no 'Picture:' before it. */
const namesItsKind = /^\p{L}[\p{L} ]{2,24}\s?:\s/u

/** Whose picture it is, and its licence; empty where it is not said whose. */
export function formatPictureRights(lang: LabelLanguage, credit: string, licence: string): string {
  const shown =
    credit.length > maxCreditLength
      ? `${credit
          .slice(0, maxCreditLength - 1)
          .toWellFormed()
          .trimEnd()}…`
      : credit
  const said = [shown, licence].filter(Boolean).join(', ')
  return (
    shown &&
    typeset(namesItsKind.test(said) ? said : `${visitorWords[lang].picture.picture}: ${said}`, lang)
  )
}
