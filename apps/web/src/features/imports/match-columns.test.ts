import type { Attribute } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { likelyColumns } from './check-file.ts'

const attribute = (tag_key: string, labels: Attribute['labels']) =>
  ({ tag_key, labels }) as Attribute
const catalogue = [
  attribute('year', { en: 'Year', de: 'Jahr', fr: 'Année' }),
  attribute('artist', { de: 'Künstlerin', fr: 'Artiste' }),
  attribute('top_speed_kmh', {}),
]
const possible = ['identifier', 'name', 'description', 'year', 'artist', 'top_speed_kmh', 'old_key']

test.for([
  ['Jahr', 'year'],
  [' annee ', 'year'],
  ['KÜNSTLERIN', 'artist'],
  ['Top speed (km/h)', 'top_speed_kmh'],
  ['Old Key', 'old_key'],
  ['Inventarnummer', 'identifier'],
  ['Titel', 'name'],
  ['Preis', null],
] as const)('a column “%s” likely stands for %s', ([header, field]) => {
  expect(likelyColumns([header], possible, catalogue, [header])).toEqual({ [header]: field })
})

test('a field is offered once, and not where the file has a column of its name', () => {
  expect(likelyColumns(['Jahr', 'Année'], possible, catalogue, ['Jahr', 'Année'])).toEqual({
    Jahr: 'year',
    Année: null,
  })
  expect(likelyColumns(['Jahr'], possible, catalogue, ['Jahr', 'Year'])).toEqual({ Jahr: null })
})
