import type { AttributeRow, LabelLanguage } from '@vitrine/contract'
import { knownKeys, type Lexicon, lexiconOf } from './lexicon.ts'
import { sentencesOf } from './sentences.ts'
import { questionWords, terms } from './words.ts'

export const maxText = 20_000

export interface GuideItem {
  /** What the visitor reads as the item's name. */
  readonly name: string
  /** Labels and values as the page shows them, for visitors only; the name may be among them under the key 'name'. */
  readonly rows: readonly AttributeRow[]
  readonly text: string
  /** The language of the text; the visitor's where nobody knows. */
  readonly textLanguage: LabelLanguage
}

interface Posting {
  readonly sentence: number
  readonly count: number
}

/** What answers need of an item in one language: made once per version, it can be cached. */
export interface PreparedItem {
  readonly language: LabelLanguage
  readonly rows: ReadonlyMap<string, AttributeRow>
  readonly lexicon: Lexicon
  readonly textLexicon: Lexicon
  /** The words of its name, its maker and its model: they point at the item and ask for nothing. */
  readonly ownWords: ReadonlySet<string>
  /** The words of labels that the lexicon does not know, as a museum may have attributes of its own. */
  readonly labels: readonly { readonly key: string; readonly stems: readonly string[] }[]
  readonly sentences: readonly string[]
  readonly lengths: readonly number[]
  readonly averageLength: number
  readonly postings: ReadonlyMap<string, readonly Posting[]>
  /** Terms by their first and by their last four letters, for words that are put together or have another ending. */
  readonly beginnings: ReadonlyMap<string, readonly string[]>
  readonly endings: ReadonlyMap<string, readonly string[]>
}

const naming = ['name', 'model', 'title', 'artist', 'designer', 'composer', 'music']

export function prepareItem(item: GuideItem, language: LabelLanguage): PreparedItem {
  const lexicon = lexiconOf(language)
  const textLexicon = lexiconOf(item.textLanguage)
  const rows = new Map(item.rows.filter(({ value }) => value !== '').map((row) => [row.key, row]))
  const names = [item.name, ...naming.flatMap((key) => rows.get(key)?.value ?? [])].join(' ')
  const sentences = sentencesOf(item.text.slice(0, maxText))
  const lengths: number[] = []
  const postings = new Map<string, { sentence: number; count: number }[]>()
  for (const [sentence, text] of sentences.entries()) {
    const words = terms(text, textLexicon)
    lengths.push(words.length)
    for (const word of words) {
      const places = postings.get(word) ?? []
      if (places.length === 0) postings.set(word, places)
      const last = places.at(-1)
      if (last?.sentence === sentence) last.count++
      else places.push({ sentence, count: 1 })
    }
  }
  return {
    language,
    rows,
    lexicon,
    textLexicon,
    ownWords: new Set(terms(names, lexicon)),
    labels: [...rows.values()]
      .filter(({ key }) => !knownKeys.has(key))
      .map(({ key, label }) => ({ key, stems: questionWords(label.replace(/\(.*\)/, ''), lexicon).map(({ stem }) => stem) }))
      .filter(({ stems }) => stems.length > 0)
      // The most words first: 'colour of the roof' before 'colour'.
      .sort((a, b) => b.stems.length - a.stems.length),
    sentences,
    lengths,
    averageLength: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
    postings,
    beginnings: grouped(postings.keys(), (term) => term.slice(0, 4)),
    endings: grouped(postings.keys(), (term) => term.slice(-4)),
  }
}

function grouped(terms: Iterable<string>, by: (term: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const term of terms) {
    if (term.length < 4) continue
    const key = by(term)
    const group = groups.get(key) ?? []
    if (group.length === 0) groups.set(key, group)
    group.push(term)
  }
  return groups
}
