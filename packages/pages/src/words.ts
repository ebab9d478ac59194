import {
  type LabelLanguage,
  type LocalisedItem,
  languages,
  typeset,
  visitorWords,
} from '@vitrine/contract'

/** Name of a language in another one: 'de', 'fr' → 'allemand'. */
const getLanguageName = (language: string, readIn: LabelLanguage): string =>
  new Intl.DisplayNames(readIn, { type: 'language' }).of(language) ?? language

/** Note that a text is not in the reader's language. */
export const formatNotTranslated = (language: string, readIn: LabelLanguage): string =>
  visitorWords[readIn].page.notTranslated.replace('{language}', getLanguageName(language, readIn))

/** Notes about a text in another language, or older than its original. */
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

/** Inserts soft hyphens into long words, for browsers without hyphenation for the language. */
export const insertSoftHyphens = (label: string): string =>
  hyphenatedWords.reduce((text, [word, parts]) => text.replace(word, parts), label)

const formatByCode = (lang: LabelLanguage, what: string) =>
  visitorWords[lang].page.byCode.replace('{what}', what)

/** Note at the end of a text that is too long for its paper. */
export const readOnByCodeNote = (lang: LabelLanguage): string =>
  formatByCode(lang, visitorWords[lang].page.readOn)

/** Note that the text in this language has no room on a paper. */
export const formatLanguageByCodeNote = (lang: LabelLanguage): string =>
  formatByCode(lang, languages[lang].ownName)

/** Longer credits are cut, as papers have one small line for them. */
const maxCreditLength = 120

/** Matches credits such as 'Illustration: Anna Muster', which need no 'Picture:' in front. */
const namesItsKind = /^\p{L}[\p{L} ]{2,24}\s?:\s/u

/** Credit and licence of a picture on a paper; empty without a credit. */
export function formatPictureRights(lang: LabelLanguage, credit: string, licence: string): string {
  const shownCredit =
    credit.length > maxCreditLength
      ? `${credit
          .slice(0, maxCreditLength - 1)
          .toWellFormed()
          .trimEnd()}…`
      : credit
  const rights = [shownCredit, licence].filter(Boolean).join(', ')
  return (
    shownCredit &&
    typeset(
      namesItsKind.test(rights) ? rights : `${visitorWords[lang].picture.picture}: ${rights}`,
      lang,
    )
  )
}
