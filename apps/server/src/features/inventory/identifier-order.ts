import { compareKeys, sortKey } from '@vitrine/contract'

interface Row {
  readonly id: number
  readonly identifier: string
}

/** Sorts by identifier. */
export const inOrder = <T extends Row>(rows: readonly T[]): T[] =>
  rows
    .map((row) => ({ row, key: sortKey(row.identifier) }))
    .sort((a, b) => compareKeys(a.key, b.key) || a.row.id - b.row.id)
    .map(({ row }) => row)
