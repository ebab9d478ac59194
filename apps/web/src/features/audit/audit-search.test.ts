import { expect, it } from 'vitest'
import { readAuditSearch } from './audit-search.ts'

it('takes a filter from an address and leaves out what can’t be one', () => {
  const filter = { kind: 'signed-in', person: '7', from: '2026-05-01', to: '2026-05-31' }
  expect(readAuditSearch(filter)).toEqual({ ...filter, person: 7 })
  expect(readAuditSearch({ kind: 'toString', person: '-1', from: 'yesterday', to: '' })).toEqual({})
})
