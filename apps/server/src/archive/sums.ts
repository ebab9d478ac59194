import { createHash } from 'node:crypto'
import type { Db } from '../db/tables.ts'
import { lastIdOf } from './counting.ts'
import { lineOf, type Row, rowsOf } from './rows.ts'
import type { Table } from './schema.ts'

/** Row count, checksum and last id of a table: equal in two databases with the same content. */
export interface TableSum {
  readonly table: string
  readonly rows: number
  /** Of its rows as lines, in the order of its key. */
  readonly sha256: string
  readonly lastId: number | null
}

/** A running checksum over the rows of a table. */
export function tableChecksum(table: Table) {
  const hash = createHash('sha256')
  const line = lineOf(table)
  let count = 0
  return {
    /** Returns the rows as lines. */
    add(rows: readonly Row[]): string {
      const lines = rows.map(line).join('')
      hash.update(lines)
      count += rows.length
      return lines
    },
    sum: (lastId: number | null): TableSum => ({
      table: table.name,
      rows: count,
      sha256: hash.digest('hex'),
      lastId,
    }),
  }
}

export async function sumOf(db: Db, table: Table): Promise<TableSum> {
  const checksum = tableChecksum(table)
  for await (const rows of rowsOf(db, table)) checksum.add(rows)
  return checksum.sum(await lastIdOf(db, table))
}

/** The tables whose content differs between two databases. */
export const differences = (a: readonly TableSum[], b: readonly TableSum[]): string[] => {
  const names = new Set([...a, ...b].map(({ table }) => table))
  const encoded = (sums: readonly TableSum[], name: string) => JSON.stringify(sums.find(({ table }) => table === name))
  return [...names].filter((name) => encoded(a, name) !== encoded(b, name))
}
