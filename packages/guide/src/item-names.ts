import { splitFoldedWords } from '@vitrine/text'
import type { PreparedItem } from './item.ts'
import type { Word } from './words.ts'

export interface NamedItem {
  readonly id: number
  readonly name: string
  /** Artist; if absent, the name begins with a make. */
  readonly artist?: string | undefined
}

/** Index of items by identifying words (make or artist). Build it once per list of names. */
export interface ItemNames {
  readonly idsByKeyword: ReadonlyMap<string, readonly number[]>
  readonly nameWordsById: ReadonlyMap<number, ReadonlySet<string>>
}

const maxOtherItems = 3
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const splitName = (name: string): string[] =>
  splitFoldedWords(name)
    .flatMap((word) => word.split(unspacedScript))
    .filter((word) => word.length > 1)

/** Without first names, which are too common. */
const listFamilyNames = (people: string): string[] =>
  people.split(/[,;/&]/).flatMap((person) => {
    const [first = '', ...others] = splitName(person)
    return others.length > 0 ? others : [first]
  })

export function indexItemNames(items: readonly NamedItem[]): ItemNames {
  const idsByKeyword = new Map<string, number[]>()
  const nameWordsById = new Map<number, Set<string>>()
  for (const { id, name, artist } of items) {
    nameWordsById.set(id, new Set(splitName(name)))
    // Only makes and artists identify an item: words of titles occur in many questions.
    const keywords = artist === undefined ? splitName(name).slice(0, 1) : listFamilyNames(artist)
    for (const word of new Set(keywords)) {
      const ids = idsByKeyword.get(word)
      if (ids) ids.push(id)
      else idsByKeyword.set(word, [id])
    }
  }
  return { idsByKeyword, nameWordsById }
}

/** Finds items of a named other make or artist, or with 'other' of the same one; best first. */
export function findOtherItems(
  question: string,
  words: readonly Word[],
  item: PreparedItem,
  names: ItemNames,
): number[] {
  const saysOther = words.some(({ stem }) => item.lexicon.otherStems.has(stem))
  const questionParts = splitName(question)
  const matchCounts = new Map<number, number>()
  for (const word of new Set(questionParts)) {
    const isOwn = item.ownWords.has(item.lexicon.stem(word))
    if ((isOwn && !saysOther) || item.lexicon.words.has(word)) continue

    for (const id of names.idsByKeyword.get(word) ?? []) {
      if (id === item.id || matchCounts.has(id)) continue
      const nameWords = names.nameWordsById.get(id)
      matchCounts.set(id, questionParts.filter((part) => nameWords?.has(part)).length)
    }
  }
  return [...matchCounts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, maxOtherItems)
    .map(([id]) => id)
}
