import type { Attribute, AttributeKind, ItemListEntry } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { buildChosenCells, findUnknownAttributes } from './column-data.ts'
import { columnsOfCells, listCsvKeys, type TableCell } from './columns/columns.ts'
import { createRowValues } from './columns/row-values.ts'

const items = [
  { id: 7, identifier: 'LM-1', name: 'Alfa', origin: 'Milano', country: 'Italy', year: '1950' },
] as ItemListEntry[]

const createAttribute = (key: string, kind: AttributeKind, others: Partial<Attribute> = {}) =>
  ({ tag_key: key, kind, unit: '', labels: {}, retired: false, ...others }) as Attribute

const catalogue = [
  createAttribute('weight_kg', 'number', { unit: 'kg' }),
  createAttribute('year', 'year'),
  createAttribute('country', 'choice'),
  createAttribute('livery', 'text', { retired: true }),
]

// `places` has, for each item, the position of its value in `values` from 1 on, or 0 for none.
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

const buildCells = (keys: string[], type: 'car' | 'art' = 'car') =>
  buildChosenCells(type, keys, { rows, catalogue })

/** Lists the headings of the columns, each with its text in the only row. */
const readCells = (cells: readonly TableCell[]) =>
  columnsOfCells(cells).map((column) => [column.heading, items[0] && column.text(items[0], 0)])
const readColumns = (keys: string[]) => readCells(buildCells(keys))

test('shows the chosen columns in their order after the identifier', () => {
  expect(readColumns(['weight_kg', 'name', 'origin'])).toEqual([
    ['Identifier', 'LM-1'],
    ['Weight (kg)', "12'500"],
    ['Name', 'Alfa'],
    ['Origin', 'Milano (Italy)'],
  ])
})

test('shows a field of items under its label', () => {
  expect(readColumns(['acquired_from'])).toContainEqual(['Acquired from', 'Garage Amstutz'])
})

test('does not list a field of items as an unknown attribute', () => {
  expect(findUnknownAttributes('car', { columns: 'acquired_from' }, catalogue)).toEqual([])
})

test('prefers an attribute to a field with the same key', () => {
  const seller = createAttribute('acquired_from', 'text', { labels: { en: 'Seller' } })
  const cells = buildChosenCells('car', ['acquired_from'], { rows, catalogue: [seller] })
  expect(readCells(cells)).toEqual([
    ['Identifier', 'LM-1'],
    ['Seller', ''],
  ])
})

test('leaves out the columns of retired and unknown attributes', () => {
  expect(readColumns(['livery', 'name', 'gone'])).toEqual([
    ['Identifier', 'LM-1'],
    ['Name', 'Alfa'],
  ])
})

test('lists retired and unknown attributes of columns and facets', () => {
  const search = {
    columns: 'livery|name|gone',
    'facet.livery': 'red',
    'facet.country': 'Italy',
    'facet.lost_kg': '5',
  }
  const unknownAttributes = findUnknownAttributes('car', search, catalogue)
  expect(unknownAttributes.map(({ tag_key }) => tag_key)).toEqual(['livery', 'gone', 'lost_kg'])
})

test('puts chosen columns that share a usual cell into one cell if they follow each other', () => {
  const listCellKeys = (keys: string[]) =>
    buildCells(keys, 'art').map(({ columns }) => columns.map(({ key }) => key))
  expect(listCellKeys(['name', 'artist', 'year', 'music'])).toEqual([
    ['identifier'],
    ['name', 'artist'],
    ['year'],
    ['music'],
  ])
})

test("exports 'Milano (Italy)' as the columns origin and country", () => {
  expect(listCsvKeys(buildCells(['origin', 'name']))).toEqual(['origin', 'country', 'name'])
  expect(listCsvKeys(buildCells(['origin', 'country']))).toEqual(['origin', 'country'])
})
