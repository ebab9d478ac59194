import type { Attribute, AttributeKind, ItemListEntry } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { buildChosenCells, findUnknownAttributes } from '../column-data.ts'
import { columnsOfCells, listCsvKeys } from './columns.ts'
import { createRowValues } from './row-values.ts'

const items = [
  { id: 7, identifier: 'LM-1', name: 'Alfa', origin: 'Milano', country: 'Italy', year: '1950' },
] as ItemListEntry[]
const attribute = (tag_key: string, kind: AttributeKind, more: Partial<Attribute> = {}) =>
  ({ tag_key, kind, unit: '', labels: {}, retired: false, ...more }) as Attribute
const catalogue = [
  attribute('weight_kg', 'number', { unit: 'kg' }),
  attribute('year', 'year'),
  attribute('country', 'choice'),
  attribute('livery', 'text', { retired: true }),
]
const rows = createRowValues(items, {
  ids: [7],
  attributes: { weight_kg: { values: ['12500'], places: [1] } },
  fields: { acquired_from: { values: ['Garage Amstutz'], places: [1] } },
  place: { values: [], places: [0] },
  changed: { values: [], places: [0] },
  texts: {
    fr: { values: [], places: [] },
    de: { values: [], places: [] },
    en: { values: [], places: [] },
  },
  gaps: {},
})
const chosen = (keys: string[], type: 'car' | 'art' = 'car') =>
  buildChosenCells(type, keys, rows, catalogue)
const shown = (keys: string[]) =>
  columnsOfCells(chosen(keys)).map((column) => [
    column.heading,
    items[0] && column.text(items[0], 0),
  ])

test('chosen columns follow the identifier in their order, whether the list or the catalogue has them', () => {
  expect(shown(['weight_kg', 'name', 'origin'])).toEqual([
    ['Identifier', 'LM-1'],
    ['Weight (kg)', "12'500"],
    ['Name', 'Alfa'],
    ['Origin', 'Milano (Italy)'],
  ])
})

test('a field is a column, unless an attribute in use has its key', () => {
  expect(shown(['acquired_from'])).toContainEqual(['Acquired from', 'Garage Amstutz'])
  expect(findUnknownAttributes('car', { columns: 'acquired_from' }, catalogue)).toEqual([])
  const taken = [attribute('acquired_from', 'text', { labels: { en: 'Seller' } })]
  const [, column] = columnsOfCells(buildChosenCells('car', ['acquired_from'], rows, taken))
  expect([column?.heading, items[0] && column?.text(items[0], 0)]).toEqual(['Seller', ''])
})

test('attributes that are retired or not in the catalogue are left out and named', () => {
  const keys = ['livery', 'name', 'gone']
  expect(shown(keys)).toEqual([
    ['Identifier', 'LM-1'],
    ['Name', 'Alfa'],
  ])
  const search = {
    columns: keys.join('|'),
    'facet.livery': 'red',
    'facet.country': 'Italy',
    'facet.lost_kg': '5',
  }
  const unknown = findUnknownAttributes('car', search, catalogue)
  expect(unknown.map(({ tag_key }) => tag_key)).toEqual(['livery', 'gone', 'lost_kg'])
})

test('columns that share a place usually share it as long as they follow each other', () => {
  const places = (keys: string[]) =>
    chosen(keys, 'art').map(({ columns }) => columns.map(({ key }) => key))
  expect(places(['name', 'artist', 'year', 'music'])).toEqual([
    ['identifier'],
    ['name', 'artist'],
    ['year'],
    ['music'],
  ])
})

test('a value in brackets is a column of its own in a file, and without brackets beside that column', () => {
  expect(listCsvKeys(chosen(['origin', 'name']))).toEqual(['origin', 'country', 'name'])
  expect(listCsvKeys(chosen(['origin', 'country']))).toEqual(['origin', 'country'])
})
