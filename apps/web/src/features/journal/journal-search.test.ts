import { expect, test } from 'vitest'
import { addressOf, readAddress, searchOf, toggleWord } from './journal-search.ts'

const usual = { filter: '', view: 'list', month: null, entry: null, mark: '' } as const

test('an address without anything is the list of everything', () => {
  expect(searchOf(readAddress({}))).toEqual(usual)
  expect(addressOf(usual)).toEqual({})
})

test('view, filter and month survive the way through the address', () => {
  const search = {
    filter: '#Presse Claire',
    view: 'calendar',
    month: '2026-05',
    entry: 7,
    mark: 'Öl|Kerze',
  } as const
  expect(searchOf(readAddress({ ...addressOf(search) }))).toEqual(search)
})

test('nonsense in the address is ignored', () => {
  expect(
    searchOf(
      readAddress({
        filter: ['a'],
        view: 'grid',
        month: '2026-99',
        entry: 'x',
        mark: ['a'],
        more: 1,
      }),
    ),
  ).toEqual(usual)
})

test('a preset is added to the words and taken away again, whatever its case', () => {
  expect(toggleWord('  jaguar ', '#Presse')).toBe('jaguar #Presse')
  expect(toggleWord('#presse jaguar', '#Presse')).toBe('jaguar')
  expect(toggleWord('#Pressespiegel', '#Presse')).toBe('#Pressespiegel #Presse')
})
