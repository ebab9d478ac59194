import type { Db } from '../../db/tables.ts'
import { type Row, rowsOf } from '../rows.ts'
import type { Table } from '../schema.ts'
import { exported } from './chosen.ts'

// Kept as text by the database, but meant as data.
const nested = new Set(['before', 'after', 'details'])

/** A table as a JSON array, a row in each line. */
export async function* jsonOf(db: Db, table: Table): AsyncGenerator<string> {
  const chosen = exported[table.name]
  const columns = table.columns.filter(({ name }) => chosen === 'all' || chosen?.includes(name))
  let begin = '[\n'
  for await (const rows of rowsOf(db, { ...table, columns })) {
    yield `${begin}${rows.map((row) => JSON.stringify(unfolded(row))).join(',\n')}`
    begin = ',\n'
  }
  yield begin === ',\n' ? '\n]\n' : '[]\n'
}

const unfolded = (row: Row): object =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, nested.has(name) ? parsed(value) : value]))

function parsed(value: Row[string] | undefined): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
