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
import { itemColumnStore, itemListStore, type ListRow, type ListSelection } from './store-lists.ts'

/** The lists of each type, active and archived items apart, as finished answers. */
export const itemListService = ({ db, clock }: Context) => {
  const cachedLists = perType('{type}', (type) =>
    cachePerRevision<FinishedAnswer>({ db, revisionNames: [type], max: 2 }),
  )
  const cachedColumns = cachePerRevision<FinishedAnswer>({
    db,
    revisionNames: ['items'],
    max: itemTypes.length,
  })

  const renderList = (type: ItemType, archived: boolean) => {
    // 2 is the version of the row format: raise it with every change, so that browsers drop cached
    // lists.
    const name = `${type}${archived ? '-archived' : ''}-2`
    return cachedLists[type](name, async (revision) =>
      finishJson(`${name}-${revision}`, await readEntries(db, { type, archived })),
    )
  }

  return {
    active: (type: ItemType) => renderList(type, false),
    archived: (type: ItemType) => renderList(type, true),

    columns(type: ItemType) {
      // The cache key includes the day, because some gaps depend on it.
      const today = toDay(clock.now())
      const name = `${type}-columns-4-${choosableFields}-${today}`
      return cachedColumns(name, async (revision) =>
        finishJson(`${name}-${revision}`, await readColumns(db, type, today)),
      )
    },
  }
}

async function readEntries(db: Db, selection: ListSelection): Promise<ItemListEntry[]> {
  const rows: ListRow[] = []
  for await (const page of itemListStore(db).pages(selection)) rows.push(...page)
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
const maxLength = 120
const cutToMaxLength = (value: string): string =>
  value.length > maxLength ? `${value.slice(0, maxLength)}…`.toWellFormed() : value

/**
 * Builds a column: each different value once, and per item its position in `values`, from 1; 0 is
 * none.
 */
function columnBuilder() {
  const values: string[] = []
  const places: number[] = []
  const placeByValue = new Map<string, number>()
  return {
    put(itemIndex: number, value: string): void {
      let place = placeByValue.get(value)
      if (place === undefined) {
        place = values.push(value)
        placeByValue.set(value, place)
      }
      while (places.length < itemIndex) places.push(0)
      places[itemIndex] = place
    },
    build(itemCount: number): ColumnValues {
      while (places.length < itemCount) places.push(0)
      return { values, places }
    },
  }
}

type ColumnBuilder = ReturnType<typeof columnBuilder>

/** Reads all columns of a type, and its gaps as of this day. */
async function readColumns(db: Db, type: ItemType, today: string): Promise<ItemColumns> {
  const ids: number[] = []
  const attributes = new Map<string, ColumnBuilder>()
  const gaps: ItemColumns['gaps'] = {}
  const changed = columnBuilder()
  const placeIds = columnBuilder()
  const texts = textLanguages.map((lang) => [lang, columnBuilder()] as const)
  const fields = choosableFields.map((name) => [name, columnBuilder()] as const)
  const condition = columnBuilder()

  for await (const page of itemColumnStore(db).pages(type, maxLength)) {
    for (const row of page) {
      const { id, updated_at, place_id, text_states, tags } = row
      const index = ids.push(id) - 1
      changed.put(index, toDay(new Date(updated_at)))
      if (place_id !== null) placeIds.put(index, String(place_id))
      const { condition_state: state } = row
      if (state !== '') condition.put(index, conditionNames[state])
      const states = text_states.split(',')
      for (const [languageIndex, [, column]] of texts.entries())
        column.put(index, states[languageIndex] || 'missing')
      for (const [name, column] of fields)
        if (row[name] !== '') column.put(index, cutToMaxLength(row[name]))
      for (const [key, value] of Object.entries(tags)) {
        const column = attributes.get(key) ?? columnBuilder()
        attributes.set(key, column)
        column.put(index, cutToMaxLength(value))
      }
    }
    const firstId = page[0]?.id ?? 0
    const lastId = page.at(-1)?.id ?? 0
    for (const { item_id, rule } of await gapReader(db).readBetween(type, firstId, lastId, today)) {
      gaps[rule] ??= []
      gaps[rule].push(item_id)
    }
  }

  const buildAll = (columns: Iterable<readonly [string, ColumnBuilder]>) =>
    Object.fromEntries(Array.from(columns, ([name, column]) => [name, column.build(ids.length)]))
  return {
    ids,
    place: placeIds.build(ids.length),
    changed: changed.build(ids.length),
    gaps,
    texts: buildAll(texts) as ItemColumns['texts'],
    attributes: buildAll(attributes),
    fields: buildAll([...fields, [conditionColumn, condition]]),
  }
}
