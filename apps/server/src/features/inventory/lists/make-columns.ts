import { type Column, dayOf, type ItemColumns, type ItemType, textLanguages } from '@vitrine/contract'
import { yieldToEventLoop } from '../../../db/chunks.ts'
import type { Db } from '../../../db/tables.ts'
import { gapsOf } from '../../../projections/index.ts'
import { compressed, type ListBody } from './make-list.ts'
import { columnStore } from './store-columns.ts'

const maxLength = 120
const cut = (value: string): string =>
  value.length > maxLength ? `${value.slice(0, maxLength)}…`.toWellFormed() : value

/** The values of one attribute of all items, each different one once. */
function columnMaker() {
  const values: string[] = []
  const places: number[] = []
  const known = new Map<string, number>()
  return {
    put(index: number, value: string): void {
      let place = known.get(value)
      if (place === undefined) {
        place = values.push(value)
        known.set(value, place)
      }
      while (places.length < index) places.push(0)
      places[index] = place
    },
    column(length: number): Column {
      while (places.length < length) places.push(0)
      return { values, places }
    },
  }
}

/** The columns of a type, with the gaps of a day. */
export async function makeColumns(db: Db, type: ItemType, today: string): Promise<ListBody> {
  const ids: number[] = []
  const attributes = new Map<string, ReturnType<typeof columnMaker>>()
  const gaps: ItemColumns['gaps'] = {}
  const changed = columnMaker()
  const texts = textLanguages.map((lang) => ({ lang, states: columnMaker() }))
  for await (const page of columnStore(db).pages(type, maxLength)) {
    for (const { id, updated_at, text_states, tags } of page) {
      const index = ids.push(id) - 1
      changed.put(index, dayOf(new Date(updated_at)))
      const states = text_states.split(',')
      texts.forEach(({ states: column }, place) => {
        column.put(index, states[place] || 'missing')
      })
      for (const [key, value] of Object.entries(tags)) {
        const column = attributes.get(key) ?? columnMaker()
        attributes.set(key, column)
        column.put(index, cut(value))
      }
    }
    const [first, last] = [page[0]?.id ?? 0, page.at(-1)?.id ?? 0]
    for (const { item_id, rule } of await gapsOf(db).between(type, first, last, today)) {
      gaps[rule] ??= []
      gaps[rule].push(item_id)
    }
  }
  const columns = texts.map(({ lang, states }) => [lang, states.column(ids.length)])
  const rest = { ids, changed: changed.column(ids.length), gaps, texts: Object.fromEntries(columns) }
  return compressed(await asJson(rest, attributes))
}

/** Column by column: all at once would block the event loop. */
async function asJson(
  rest: Omit<ItemColumns, 'attributes'>,
  attributes: ReadonlyMap<string, ReturnType<typeof columnMaker>>,
): Promise<Buffer> {
  const parts = [Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"attributes":{`)]
  for (const [index, [key, column]] of [...attributes].entries()) {
    const text = JSON.stringify(column.column(rest.ids.length))
    parts.push(Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(key)}:${text}`))
    await yieldToEventLoop()
  }
  return Buffer.concat([...parts, Buffer.from('}}')])
}
