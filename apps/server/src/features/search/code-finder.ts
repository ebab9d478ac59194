import {
  type CodeAnswer,
  type CodeItem,
  type CodePlace,
  codeDirectory,
  maxCodeMatches,
  type PlaceState,
  type PlaceTree,
  parseCode,
  toPublicNumber,
} from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'
import { readPlaceTree } from '../../items/places.ts'
import { readLabelledItemPages } from '../../items/reader.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { searchStore } from './store.ts'

/** Finds what a scanned or typed code names, by the rules of the stocktake. */
export function createCodeFinder(db: Db) {
  const store = searchStore(db)
  const readCachedDirectory = cachePerRevision<Directory>({
    db,
    revisionNames: ['items', 'places'],
    max: 1,
  })

  /** Finds an archived item, but only by its label. */
  async function findArchived(code: string, places: Places): Promise<CodeAnswer> {
    const label = parseCode(code)
    const row = label.kind === 'item' ? await store.item(label.id) : undefined
    if (!row) return { kind: 'unknown' }
    const { id, type, identifier, name, picture, place_id } = row
    return {
      kind: 'item',
      item: {
        id,
        type,
        identifier,
        name,
        picture: picture ?? '',
        public: false,
        archived: true,
        ...describePlace(places, place_id),
      },
    }
  }

  return {
    async find(code: string, isTyped: boolean): Promise<CodeAnswer> {
      const { codes, places } = await readCachedDirectory('', () => readDirectory(db))
      const match = isTyped ? codes.findTyped(code) : codes.find(code)
      const toItem = ({ number: _, ...item }: LabelledItem): CodeItem => ({
        ...item,
        ...describePlace(places, item.placeId),
      })

      if (match.kind === 'item') return { kind: 'item', item: toItem(match.item) }
      if (match.kind === 'place') return { kind: 'place', place: toCodePlace(places, match.place) }
      if (match.kind === 'unknown')
        return match.problem
          ? { kind: 'unknown', problem: match.problem }
          : findArchived(code, places)
      return {
        kind: 'several',
        items: match.items.slice(0, maxCodeMatches).map(toItem),
        count: match.items.length,
      }
    },
  }
}

export type CodeFinder = ReturnType<typeof createCodeFinder>

type PlaceRow = PlaceState & { readonly id: number }
type Places = PlaceTree<PlaceRow>
type LabelledItem = Omit<CodeItem, 'place'> & { readonly number: number }

interface Directory {
  readonly codes: ReturnType<typeof codeDirectory<LabelledItem, PlaceRow>>
  readonly places: Places
}

async function readDirectory(db: Db): Promise<Directory> {
  const places = await readPlaceTree(db)
  const items: LabelledItem[] = []
  for await (const rows of readLabelledItemPages(db)) {
    for (const row of rows)
      items.push({
        id: row.id,
        type: row.type,
        identifier: row.identifier,
        number: toPublicNumber(row.type, row.id),
        name: row.name,
        picture: row.picture ?? '',
        placeId: row.place_id,
        public: row.public === 1,
        archived: false,
      })
  }
  return { codes: codeDirectory(items, places), places }
}

const describePlace = (places: Places, placeId: number | null) => ({
  placeId,
  place: placeId === null ? '' : places.pathOf(placeId),
})

const toCodePlace = (
  places: Places,
  { id, name, kind, parent_id, archived }: PlaceRow,
): CodePlace => ({
  id,
  name,
  kind: kind as CodePlace['kind'],
  within: parent_id === null ? '' : places.pathOf(parent_id),
  archived,
})
