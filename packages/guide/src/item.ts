import { type AttributeRow, type LabelLanguage, visitorWords } from '@vitrine/contract'
import { lexiconAttributeKeys, pictureOnlyKeys } from './concepts.ts'
import { getLexicon, type Lexicon, listMakeSpellings } from './lexicon.ts'
import { createNearWordFinder } from './near-words.ts'
import { indexText, type TextIndex } from './text-index.ts'
import { getStems, parseQuestionWords } from './words.ts'

export const maxTextLength = 20_000
/** Longer than any real name; bounds the work for malicious ones. */
const maxNameLength = 1_000

/** An item's content on its visitor page. */
export interface GuideItem {
  /** Its id in the list of names. */
  readonly id?: number
  readonly name: string
  /** Public rows in the visitor's language. One may be the name, with key 'name'. */
  readonly rows: readonly AttributeRow[]
  readonly text: string
  readonly textLanguage: LabelLanguage
}

/** An item prepared for questions in one language. Cache it per version of the item. */
export interface PreparedItem {
  readonly id: number | undefined
  readonly lexicon: Lexicon
  readonly rows: ReadonlyMap<string, AttributeRow>
  /** Stems of name, maker and model. They refer to the item and ask for nothing. */
  readonly ownWords: ReadonlySet<string>
  /** Numbers in name, maker and model, and the years in the table. */
  readonly ownNumbers: ReadonlySet<string>
  /** Finds the own word that was probably meant. */
  readonly findNearOwnWord: (word: string) => string | undefined
  /** Whether it is a painting or another artwork; 'picture' never means a photograph here. */
  readonly isPicture: boolean
  /** Stems of a picture's title, which may mean its motif. */
  readonly titleWords: ReadonlySet<string>
  /** Stems of people's names that are not in the item's name. */
  readonly personWords: ReadonlySet<string>
  /** Stems of composer and music title, which refer to the music only. */
  readonly musicWords: ReadonlySet<string>
  /** Labels of attributes that the lexicon does not know, longest first. */
  readonly labels: readonly { readonly key: string; readonly stems: readonly string[] }[]
  readonly text: TextIndex
  /** Words of the page's example 'What happened in 1944?', of which only the year matters. */
  readonly exampleWords: ReadonlySet<string>
  /** Prepares the item for questions in another language. */
  readonly prepareIn: (language: LabelLanguage) => PreparedItem
}

const personKeys = ['artist', 'designer', 'composer']
const nameKeys = ['name', 'model', 'title', 'artist', 'designer', 'composer', 'music']

export const prepareItem = (item: GuideItem, language: LabelLanguage): PreparedItem =>
  buildPreparedItem(
    item,
    language,
    indexText(item.text.slice(0, maxTextLength), getLexicon(item.textLanguage)),
  )

function buildPreparedItem(
  item: GuideItem,
  language: LabelLanguage,
  text: TextIndex,
): PreparedItem {
  const lexicon = getLexicon(language)
  const rows = new Map(item.rows.filter(({ value }) => value !== '').map((row) => [row.key, row]))
  const name = item.name.slice(0, maxNameLength)
  const joinValues = (keys: readonly string[]) =>
    keys.map((key) => rows.get(key)?.value.slice(0, maxNameLength) ?? '').join(' ')
  const excludeStems = (words: readonly string[], others: string) => {
    const known = new Set(getStems(others, lexicon))
    return new Set(words.filter((word) => !known.has(word)))
  }
  const titleText = `${name} ${joinValues(['name', 'model', 'title'])}`
  const names = `${name} ${joinValues(nameKeys)}`
  const labels = item.rows
    .filter(({ key }) => !lexiconAttributeKeys.has(key))
    .map(({ key, label }) => ({ key, stems: getLabelStems(label, lexicon) }))
    .filter(({ stems }) => stems.length > 0)
    .sort((a, b) => b.stems.length - a.stems.length)
  const isPicture = pictureOnlyKeys.some((key) => rows.has(key))
  const title = isPicture ? `${name} ${joinValues(['title'])}` : ''
  const example = parseQuestionWords(
    visitorWords[language].ask.inYear.replace('{year}', ' '),
    lexicon,
  )
  const ownWords = new Set([
    ...getStems(names, lexicon),
    ...getStems(listMakeSpellings(names).join(' '), lexicon),
  ])
  return {
    id: item.id,
    lexicon,
    rows,
    ownWords,
    ownNumbers: new Set(`${names} ${joinValues(['year', 'year_from', 'year_to'])}`.match(/\d+/g)),
    findNearOwnWord: createNearWordFinder(ownWords),
    isPicture,
    titleWords: new Set(getStems(title, lexicon)),
    personWords: excludeStems(getStems(joinValues(personKeys), lexicon), titleText),
    musicWords: excludeStems(
      getStems(joinValues(['composer', 'music']), lexicon),
      `${titleText} ${joinValues(['artist', 'designer'])}`,
    ),
    labels,
    text,
    exampleWords: new Set(example.map(({ typed }) => typed)),
    prepareIn: (other) => buildPreparedItem(item, other, text),
  }
}

/** Ignores the unit in brackets. */
const getLabelStems = (label: string, lexicon: Lexicon): string[] =>
  getStems(label.replace(/\([^()]*\)$/, ''), lexicon)
