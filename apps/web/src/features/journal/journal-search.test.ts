import { expect, test } from 'vitest'
import {
  parseJournalAddress,
  toggleWord,
  toJournalAddress,
  toJournalSearch,
} from './journal-search.ts'

const defaults = { filter: '', view: 'list', month: null, entry: null, mark: '' } as const

/** Reads the search parameters of an address as the journal does. */
const parseSearch = (address: Record<string, unknown>) =>
  toJournalSearch(parseJournalAddress(address))

test('an empty address shows the unfiltered list', () => {
  expect(parseSearch({})).toEqual(defaults)
  expect(toJournalAddress(defaults)).toEqual({})
})

test('the address keeps filter, view, month, entry and words to highlight', () => {
  const search = {
    filter: '#Presse Claire',
    view: 'calendar',
    month: '2026-05',
    entry: 7,
    mark: 'Öl|Kerze',
  } as const
  expect(parseSearch({ ...toJournalAddress(search) })).toEqual(search)
})

test('ignores invalid and unknown search parameters', () => {
  const search = parseSearch({
    filter: ['a'],
    view: 'grid',
    month: '2026-99',
    entry: 'x',
    mark: ['a'],
    more: 1,
  })
  expect(search).toEqual(defaults)
})

test('toggleWord adds a word and removes it again, regardless of its case', () => {
  expect(toggleWord('  jaguar ', '#Presse')).toBe('jaguar #Presse')
  expect(toggleWord('#presse jaguar', '#Presse')).toBe('jaguar')
})

test('toggleWord leaves longer words alone', () => {
  expect(toggleWord('#Pressespiegel', '#Presse')).toBe('#Pressespiegel #Presse')
})
