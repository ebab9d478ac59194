import { fold } from '@vitrine/contract'

export interface HouseItem {
  readonly id: number
  readonly name: string
  /** Whose work it is, where the name does not say so; else the name begins with its make. */
  readonly by?: string
}

/** The items of the house by the words of their names: made once per list of names. */
export interface House {
  readonly byWord: ReadonlyMap<string, readonly number[]>
  readonly wordsOf: ReadonlyMap<number, ReadonlySet<string>>
}

const word = /[\p{L}\p{N}]{2,}/gu
export const nameWords = (name: string): string[] => fold(name).match(word) ?? []

export function prepareHouse(items: readonly HouseItem[]): House {
  const byWord = new Map<string, number[]>()
  const wordsOf = new Map<number, Set<string>>()
  for (const { id, name, by } of items) {
    // A make or an artist points at an item by itself; any word of a title would be found in every other question.
    const pointing = by === undefined ? nameWords(name).slice(0, 1) : nameWords(by)
    for (const part of new Set(pointing)) {
      const ids = byWord.get(part) ?? []
      if (ids.length === 0) byWord.set(part, ids)
      ids.push(id)
    }
    wordsOf.set(id, new Set(nameWords(name)))
  }
  return { byWord, wordsOf }
}
