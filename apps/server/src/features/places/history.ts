import { type PlaceKind, type PlaceState, placeFields, placeKinds } from '@vitrine/contract'
import { fail } from '../../base/failure.ts'
import { fromColumns } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'
import { readPlaceTree } from '../../items/places.ts'
import { formatDifference, type HistoryKind } from '../history/index.ts'
import { placeNotFound } from './expect-place.ts'
import { placeStore } from './store.ts'
import { history, writePlace } from './write-place.ts'

export const placeHistory = (db: Db): HistoryKind<PlaceState> => {
  const kind = history.kind({
    readCurrent: async (id) => (await readPlaceTree(db)).get(id) ?? fail(placeNotFound()),
    describe: (id, { code, name }) => ({ title: `${name} (${code})`, screen: `/places/${id}` }),
    write: (context, id, changeKind, getTargetState) =>
      db.transaction().execute(async (tx) => {
        const row = (await placeStore(tx).lock(id)) ?? fail(placeNotFound())
        const after = getTargetState(fromColumns(placeFields, row))
        return writePlace(tx, context, { existing: { id }, after, kind: changeKind })
      }),
  })
  return {
    ...kind,
    async readWording(id, states) {
      const [wording, places] = [await kind.readWording(id, states), await readPlaceTree(db)]
      const formatters: Partial<Record<string, (value: unknown) => string>> = {
        parent_id: (value) => (typeof value === 'number' ? places.pathOf(value) : ''),
        kind: (value) => placeKinds[value as PlaceKind] ?? '',
      }
      return {
        ...wording,
        formatValues(difference, changedStates) {
          const [field] = difference.path
          const format = formatters[field]
          const { before, after } = difference
          if (format) return formatDifference({ before: format(before), after: format(after) })
          return wording.formatValues?.(difference, changedStates) ?? formatDifference(difference)
        },
      }
    },
  }
}
