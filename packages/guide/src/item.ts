import type { AttributeRow, LabelLanguage } from '@vitrine/contract'
import { knownKeys, type Lexicon, lexiconOf } from './lexicon.ts'
import { indexText, type TextIndex } from './text-index.ts'
import { questionWords, terms } from './words.ts'

export const maxText = 20_000

/** An item as its page shows it to a visitor. */
export interface GuideItem {
  /** By which the house knows it. */
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
  /** The words of a picture's title: they may mean what it shows. */
  readonly shownWords: ReadonlySet<string>
  /** The labels of attributes that the lexicon does not know, the longest first. */
  readonly labels: readonly { readonly key: string; readonly stems: readonly string[] }[]
  readonly text: TextIndex
}

const naming = ['name', 'model', 'title', 'artist', 'designer', 'composer', 'music']

export function prepareItem(item: GuideItem, language: LabelLanguage): PreparedItem {
  const lexicon = lexiconOf(language)
  const rows = new Map(item.rows.filter(({ value }) => value !== '').map((row) => [row.key, row]))
  const names = [item.name, ...naming.flatMap((key) => rows.get(key)?.value ?? [])].join(' ')
  const labels = item.rows
    .filter(({ key }) => !knownKeys.has(key))
    .map(({ key, label }) => ({ key, stems: stemsOfLabel(label, lexicon) }))
    .filter(({ stems }) => stems.length > 0)
    .sort((a, b) => b.stems.length - a.stems.length)
  const text = indexText(item.text.slice(0, maxText), lexiconOf(item.textLanguage))
  const title = rows.has('artist') ? `${item.name} ${rows.get('title')?.value ?? ''}` : ''
  return {
    id: item.id,
    lexicon,
    rows,
    ownWords: new Set(terms(names, lexicon)),
    shownWords: new Set(terms(title, lexicon)),
    labels,
    text,
  }
}

/** Without the unit that a label has in brackets. */
const stemsOfLabel = (label: string, lexicon: Lexicon): string[] =>
  questionWords(label.replace(/\([^)]*\)$/, ''), lexicon).map(({ stem }) => stem)
