import { expect, test } from 'vitest'
import { parseChangesSearch } from './changes-search.ts'

test('reads the filter of all changes from an address, and drops invalid values', () => {
  const search = { what: 'import', person: '7', from: '2026-05-01', to: '2026-05-31' }
  expect(parseChangesSearch(search)).toEqual({ ...search, person: 7 })
  expect(parseChangesSearch({ what: 'user', person: '-1', from: '31.05.2026', to: 5 })).toEqual({})
})
