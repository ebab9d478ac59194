import { maxRecentItems } from '@vitrine/contract'
import { beforeEach, expect, test } from 'vitest'
import { addRecentItem, readRecentItems } from './recent-items.ts'

beforeEach(() => localStorage.clear())

test('keeps a bounded list of recent items per user, latest first', () => {
  for (const id of [1, 2, 3, 2]) addRecentItem('Anna@example.org', id)
  expect(readRecentItems('anna@example.org')).toEqual([2, 3, 1])
  expect(readRecentItems('luca@example.org')).toEqual([])
  for (let id = 1; id <= 20; id++) addRecentItem('luca@example.org', id)
  expect(readRecentItems('luca@example.org')).toHaveLength(maxRecentItems)
})

test.each(['{', '"x"', '[1.5,-1,"2",null,7]'])('ignores invalid stored content: %s', (text) => {
  localStorage.setItem('vitrine recent items a@example.org', text)
  expect(readRecentItems('a@example.org')).toEqual(text.startsWith('[') ? [7] : [])
})
