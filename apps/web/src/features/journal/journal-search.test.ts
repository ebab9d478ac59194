import { expect, test } from 'vitest'
import {
  parseJournalAddress,
  toggleWord,
  toJournalAddress,
  toJournalSearch,
} from './journal-search.ts'

const defaults = { filter: '', view: 'list', month: null, entry: null, mark: '' } as const

test('an empty address shows the unfiltered list', () => {
  expect(toJournalSearch(parseJournalAddress({}))).toEqual(defaults)
  expect(toJournalAddress(defaults)).toEqual({})
})

test('keeps view, filter and month in the address', () => {
  const search = {
    filter: '#Presse Claire',
    view: 'calendar',
    month: '2026-05',
    entry: 7,
    mark: 'Öl|Kerze',
  } as const
  expect(toJournalSearch(parseJournalAddress({ ...toJournalAddress(search) }))).toEqual(search)
})

test('ignores invalid search parameters', () => {
  expect(
    toJournalSearch(
      parseJournalAddress({
        filter: ['a'],
        view: 'grid',
        month: '2026-99',
        entry: 'x',
        mark: ['a'],
        more: 1,
      }),
    ),
  ).toEqual(defaults)
})

test('toggles a preset regardless of its case', () => {
  expect(toggleWord('  jaguar ', '#Presse')).toBe('jaguar #Presse')
  expect(toggleWord('#presse jaguar', '#Presse')).toBe('jaguar')
  expect(toggleWord('#Pressespiegel', '#Presse')).toBe('#Pressespiegel #Presse')
})
