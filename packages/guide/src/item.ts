import { type AttributeRow, type LabelLanguage, visitorWords } from '@vitrine/contract'
import {
  getLexicon,
  type Lexicon,
  lexiconAttributeKeys,
  listMakeSpellings,
  pictureOnlyKeys,
} from './lexicon.ts'
import { createNearWordFinder } from './near-words.ts'
import { indexText, type TextIndex } from './text-index.ts'
import { getStems, parseQuestionWords } from './words.ts'

export const maxTextLength = 20_000
/** Of a name: no real one is nearly as long, and a made-up one must not keep others waiting. */
const maxNameLength = 1_000

/** An item as its page shows it to a visitor. */
export interface GuideItem {
  /** As in the list of names. */
  readonly id?: number
  readonly name: string
  /** Labels and values in the visitor's language, of what visitors may see; the name may be among them, with the key 'name'. */
  readonly rows: readonly AttributeRow[]
  readonly text: string
  readonly textLanguage: LabelLanguage
}

/** What answers need of an item in one language: made once per version of it, it can be cached. */
export interface PreparedItem {
  readonly id: number | undefined
  readonly lexicon: Lexicon
  readonly rows: ReadonlyMap<string, AttributeRow>
  /** The words of its name, its maker and its model: they point at the item and ask for nothing. */
  readonly ownWords: ReadonlySet<string>
  /** The numbers in them, and the years of its table. */
  readonly ownNumbers: ReadonlySet<string>
  /** The one of them that was probably meant. */
  readonly findNearOwnWord: (word: string) => string | undefined
  readonly isPicture: boolean
  /** The words of a picture's title: they may mean what it shows. */
  readonly titleWords: ReadonlySet<string>
  /** Words of the names of people that are not in its own. */
  readonly personWords: ReadonlySet<string>
  /** Words of the composer's name and of the title of the music: they belong to the music alone. */
  readonly musicWords: ReadonlySet<string>
  /** The labels of attributes that the lexicon does not know, the longest first. */
  readonly labels: readonly { readonly key: string; readonly stems: readonly string[] }[]
  readonly text: TextIndex
  /** The words of the page's own example, 'What happened in 1944?': they ask for nothing but the year. */
  readonly exampleWords: ReadonlySet<string>
  /** The same for questions in another language than the page's. */
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
  const valuesOf = (keys: readonly string[]) =>
    keys.map((key) => rows.get(key)?.value.slice(0, maxNameLength) ?? '').join(' ')
  const without = (words: readonly string[], others: string) => {
    const known = new Set(getStems(others, lexicon))
    return new Set(words.filter((word) => !known.has(word)))
  }
  const own = `${name} ${valuesOf(['name', 'model', 'title'])}`
  const names = `${name} ${valuesOf(nameKeys)}`
  const labels = item.rows
    .filter(({ key }) => !lexiconAttributeKeys.has(key))
    .map(({ key, label }) => ({ key, stems: getLabelStems(label, lexicon) }))
    .filter(({ stems }) => stems.length > 0)
    .sort((a, b) => b.stems.length - a.stems.length)
  const isPicture = pictureOnlyKeys.some((key) => rows.has(key))
  const title = isPicture ? `${name} ${valuesOf(['title'])}` : ''
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
    ownNumbers: new Set(`${names} ${valuesOf(['year', 'year_from', 'year_to'])}`.match(/\d+/g)),
    findNearOwnWord: createNearWordFinder(ownWords),
    isPicture,
    titleWords: new Set(getStems(title, lexicon)),
    personWords: without(getStems(valuesOf(personKeys), lexicon), own),
    musicWords: without(
      getStems(valuesOf(['composer', 'music']), lexicon),
      `${own} ${valuesOf(['artist', 'designer'])}`,
    ),
    labels,
    text,
    exampleWords: new Set(example.map(({ typed }) => typed)),
    prepareIn: (other) => buildPreparedItem(item, other, text),
  }
}

/** Without the unit that a label has in brackets. */
const getLabelStems = (label: string, lexicon: Lexicon): string[] =>
  getStems(label.replace(/\([^()]*\)$/, ''), lexicon)
