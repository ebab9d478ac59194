import { splitFoldedWords } from '@vitrine/text'
import type { PreparedItem } from './item.ts'
import type { Word } from './words.ts'

export interface NamedItem {
  readonly id: number
  readonly name: string
  /** Whose work it is; without it, the make that the name begins with. */
  readonly by?: string
}

/** Items by the words that point at them: made once per list of names. */
export interface ItemNames {
  readonly pointing: ReadonlyMap<string, readonly number[]>
  readonly names: ReadonlyMap<number, ReadonlySet<string>>
}

const maxOthers = 3
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const wordsIn = (name: string): string[] =>
  splitFoldedWords(name)
    .flatMap((word) => word.split(unspaced))
    .filter((word) => word.length > 1)

/** Many people are called Max. */
const familyNames = (people: string): string[] =>
  people.split(/[,;/&]/).flatMap((person) => {
    const [first = '', ...others] = wordsIn(person)
    return others.length > 0 ? others : [first]
  })

export function indexNames(items: readonly NamedItem[]): ItemNames {
  const pointing = new Map<string, number[]>()
  const names = new Map<number, Set<string>>()
  for (const { id, name, by } of items) {
    names.set(id, new Set(wordsIn(name)))
    // Words of a title stand in many a question; a make or an artist is meant when named.
    for (const word of new Set(by === undefined ? wordsIn(name).slice(0, 1) : familyNames(by))) {
      const ids = pointing.get(word)
      if (ids) ids.push(id)
      else pointing.set(word, [id])
    }
  }
  return { pointing, names }
}

/** Items that the question names: of another make or artist, or with 'other' of this one's; best first. */
export function otherItems(
  question: string,
  words: readonly Word[],
  item: PreparedItem,
  names: ItemNames,
): number[] {
  const other = words.some(({ stem }) => item.lexicon.other.has(stem))
  const named = wordsIn(question)
  const hits = new Map<number, number>()
  for (const word of new Set(named)) {
    const own = item.ownWords.has(item.lexicon.stem(word))
    if ((other || !own) && !item.lexicon.words.has(word))
      for (const id of names.pointing.get(word) ?? [])
        if (id !== item.id && !hits.has(id))
          hits.set(id, named.filter((part) => names.names.get(id)?.has(part)).length)
  }
  return [...hits]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, maxOthers)
    .map(([id]) => id)
}
