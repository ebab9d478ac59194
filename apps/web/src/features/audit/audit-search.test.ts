import { expect, it } from 'vitest'
import { parseAuditSearch } from './audit-search.ts'

it('parseAuditSearch reads a filter and drops invalid values', () => {
  const filter = { kind: 'signed-in', person: '7', from: '2026-05-01', to: '2026-05-31' }
  expect(parseAuditSearch(filter)).toEqual({ ...filter, person: 7 })
  expect(parseAuditSearch({ kind: 'toString', person: '-1', from: 'yesterday', to: '' })).toEqual(
    {},
  )
})
