import { maxRecentItems } from '@vitrine/contract'
import { beforeEach, expect, test } from 'vitest'
import { addRecentItem, readRecentItems } from './recent-items.ts'

beforeEach(() => localStorage.clear())

const user = 'anna@example.org'

test('lists the recent items without duplicates, latest first', () => {
  for (const id of [1, 2, 3, 2]) addRecentItem(user, id)
  expect(readRecentItems(user)).toEqual([2, 3, 1])
})

test('keeps a list per user, whatever the case of the e-mail address', () => {
  addRecentItem('Anna@example.org', 1)
  expect(readRecentItems('anna@example.org')).toEqual([1])
  expect(readRecentItems('luca@example.org')).toEqual([])
})

test('keeps a limited number of items', () => {
  for (let id = 1; id <= maxRecentItems + 1; id++) addRecentItem(user, id)
  expect(readRecentItems(user)).toHaveLength(maxRecentItems)
})

test.each([
  ['{', []],
  ['"x"', []],
  ['[1.5,-1,"2",null,7]', [7]],
])('drops invalid parts of the stored content %s', (text, ids) => {
  localStorage.setItem(`vitrine recent items ${user}`, text)
  expect(readRecentItems(user)).toEqual(ids)
})
