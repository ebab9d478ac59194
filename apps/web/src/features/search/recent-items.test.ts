import { maxRecentItems } from '@vitrine/contract'
import { beforeEach, expect, test } from 'vitest'
import { recentItems, rememberItem } from './recent-items.ts'

beforeEach(() => localStorage.clear())

test('the items opened last come first, each once, a bounded number, for each user apart', () => {
  for (const id of [1, 2, 3, 2]) rememberItem('Anna@example.org', id)
  expect(recentItems('anna@example.org')).toEqual([2, 3, 1])
  expect(recentItems('luca@example.org')).toEqual([])
  for (let id = 1; id <= 20; id++) rememberItem('luca@example.org', id)
  expect(recentItems('luca@example.org')).toHaveLength(maxRecentItems)
})

test.each(['{', '"x"', '[1.5,-1,"2",null,7]'])(
  'other content of the storage is ignored: %s',
  (text) => {
    localStorage.setItem('vitrine recent items a@example.org', text)
    expect(recentItems('a@example.org')).toEqual(text.startsWith('[') ? [7] : [])
  },
)
