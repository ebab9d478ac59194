import {
  type ColumnValues,
  choosableFields,
  conditionColumn,
  conditionNames,
  emptyListColumns,
  type ItemColumns,
  type ItemListEntry,
  type ItemType,
  itemTypes,
  perType,
  textLanguages,
  toDay,
} from '@vitrine/contract'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/tables.ts'
import { finishJson } from '../../../http/finish-text.ts'
import type { FinishedAnswer } from '../../../http/finished.ts'
import { cachePerRevision, gapReader } from '../../../projections/index.ts'
import { shortMediaName, sortByIdentifier } from '../read.ts'
import {
  type ColumnRow,
  itemColumnStore,
  itemListStore,
  type ListRow,
  type ListSelection,
} from './store-lists.ts'

/** Versions of the formats: raise them with every change, so that browsers drop cached answers. */
const listVersion = 2
const columnsVersion = 4

/** Renders and caches the lists of each type, active and archived items apart. */
export const itemListService = ({ db, clock }: Context) => {
  const listCaches = perType('{type}', (type) =>
    cachePerRevision<FinishedAnswer>({ db, revisionNames: [type], max: 2 }),
  )
  const readCachedColumns = cachePerRevision<FinishedAnswer>({
    db,
    revisionNames: ['items'],
    max: itemTypes.length,
  })

  function getList(type: ItemType, archived: boolean): Promise<FinishedAnswer> {
    const name = `${type}${archived ? '-archived' : ''}-${listVersion}`
    return listCaches[type](name, async (revision) =>
      finishJson(`${name}-${revision}`, await readEntries(db, { type, archived })),
    )
  }

  return {
    getActive: (type: ItemType) => getList(type, false),
    getArchived: (type: ItemType) => getList(type, true),

    getColumns(type: ItemType) {
      // The cache key includes the day, because some gaps depend on it.
      const today = toDay(clock.now())
      const name = `${type}-columns-${columnsVersion}-${choosableFields}-${today}`
      return readCachedColumns(name, async (revision) =>
        finishJson(`${name}-${revision}`, await readColumns(db, type, today)),
      )
    },
  }
}

async function readEntries(db: Db, selection: ListSelection): Promise<ItemListEntry[]> {
  const rows: ListRow[] = []
  for await (const page of itemListStore(db).readPages(selection)) rows.push(...page)
  return sortByIdentifier(rows).map(toEntry)
}

const toEntry = ({ id, identifier, name, tags, shown, picture }: ListRow): ItemListEntry => ({
  id,
  identifier,
  name,
  ...emptyListColumns,
  ...tags,
  picture: picture === null ? '' : shortMediaName(picture),
  ...(shown === 0 && { public: false as const }),
})

/** Longest value in a column, in UTF-16 units. */
const maxValueLength = 120
const cutValue = (value: string): string =>
  value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…`.toWellFormed() : value

/** `places` of an item without a value. */
const noValue = 0

/**
 * Builds a column: each different value once in `values`, and for each item in `places` the position
 * of its value, counted from 1.
 */
function columnBuilder() {
  const values: string[] = []
  const places: number[] = []
  const positionByValue = new Map<string, number>()
  const padTo = (itemCount: number) => {
    while (places.length < itemCount) places.push(noValue)
  }
  return {
    set(itemIndex: number, value: string): void {
      let position = positionByValue.get(value)
      if (position === undefined) {
        position = values.push(value)
        positionByValue.set(value, position)
      }
      padTo(itemIndex)
      places[itemIndex] = position
    },
    build(itemCount: number): ColumnValues {
      padTo(itemCount)
      return { values, places }
    },
  }
}

type ColumnBuilder = ReturnType<typeof columnBuilder>

/** Collects the columns of a type, item by item. */
function columnCollector() {
  const ids: number[] = []
  const changed = columnBuilder()
  const placeIds = columnBuilder()
  const condition = columnBuilder()
  const texts = textLanguages.map((lang) => [lang, columnBuilder()] as const)
  const fields = choosableFields.map((name) => [name, columnBuilder()] as const)
  const attributes = new Map<string, ColumnBuilder>()
  const buildAll = (columns: Iterable<readonly [string, ColumnBuilder]>) =>
    Object.fromEntries(Array.from(columns, ([name, column]) => [name, column.build(ids.length)]))

  return {
    add(row: ColumnRow): void {
      const { id, updated_at, place_id, condition_state, text_states, tags } = row
      const index = ids.push(id) - 1
      changed.set(index, toDay(new Date(updated_at)))
      if (place_id !== null) placeIds.set(index, String(place_id))
      if (condition_state !== '') condition.set(index, conditionNames[condition_state])

      // 'original,checked,missing': one state per language, in the order of textLanguages.
      const statesByLanguage = text_states.split(',')
      for (const [languageIndex, [, column]] of texts.entries())
        column.set(index, statesByLanguage[languageIndex] || 'missing')
      for (const [name, column] of fields)
        if (row[name] !== '') column.set(index, cutValue(row[name]))
      for (const [key, value] of Object.entries(tags)) {
        const column = attributes.get(key) ?? columnBuilder()
        attributes.set(key, column)
        column.set(index, cutValue(value))
      }
    },

    build: (): Omit<ItemColumns, 'gaps'> => ({
      ids,
      place: placeIds.build(ids.length),
      changed: changed.build(ids.length),
      texts: buildAll(texts) as ItemColumns['texts'],
      attributes: buildAll(attributes),
      fields: buildAll([...fields, [conditionColumn, condition]]),
    }),
  }
}

/** Reads all columns of a type, and its gaps as of this day. */
async function readColumns(db: Db, type: ItemType, today: string): Promise<ItemColumns> {
  const columns = columnCollector()
  const gaps: ItemColumns['gaps'] = {}
  for await (const page of itemColumnStore(db).readPages(type, maxValueLength)) {
    for (const row of page) columns.add(row)
    // Pages are sorted by id.
    const firstId = page[0]?.id ?? 0
    const lastId = page.at(-1)?.id ?? 0
    for (const { item_id, rule } of await gapReader(db).readBetween(type, firstId, lastId, today)) {
      gaps[rule] ??= []
      gaps[rule].push(item_id)
    }
  }
  return { ...columns.build(), gaps }
}
