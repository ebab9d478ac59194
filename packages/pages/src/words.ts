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
export const notTranslated = (language: string, readIn: LabelLanguage): string =>
  visitorWords[readIn].page.notTranslated.replace('{language}', languageName(language, readIn))

/** Why a text is not what one would expect: in another language, or older than its original. */
export function textNotes(
  { original, outdated }: Pick<LocalisedItem, 'original' | 'outdated'>,
  lang: LabelLanguage,
): string[] {
  const words = visitorWords[lang].page
  return [
    ...(original ? [notTranslated(original, lang)] : []),
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
const softened = longWords.map(
  (word) => [word.replaceAll('|', ''), word.replaceAll('|', '\u00ad')] as const,
)

/** A label whose long words can be cut also by browsers that know no hyphenation of the language. */
export const softHyphens = (label: string): string =>
  softened.reduce((text, [word, parts]) => text.replace(word, parts), label)

const byCode = (lang: LabelLanguage, what: string) =>
  visitorWords[lang].page.byCode.replace('{what}', what)

/** What ends a text that is too long for its paper. */
export const readOnByCode = (lang: LabelLanguage): string =>
  byCode(lang, visitorWords[lang].page.readOn)

/** Where the text in this language has no room on a paper. */
export const languageByCode = (lang: LabelLanguage): string => byCode(lang, languages[lang].ownName)

/** A longer credit is cut: a paper has one small line for it. */
const longestCredit = 120

/** 'Illustration: Anna Muster' needs no 'Picture:' before it. */
const saysWhat = /^\p{L}[\p{L} ]{2,24}\s?:\s/u

/** Whose picture it is, and its licence; empty where it is not said whose. */
export function pictureRights(lang: LabelLanguage, credit: string, licence: string): string {
  const shown =
    credit.length > longestCredit
      ? `${credit
          .slice(0, longestCredit - 1)
          .toWellFormed()
          .trimEnd()}…`
      : credit
  const said = [shown, licence].filter(Boolean).join(', ')
  return (
    shown &&
    typeset(saysWhat.test(said) ? said : `${visitorWords[lang].picture.picture}: ${said}`, lang)
  )
}
