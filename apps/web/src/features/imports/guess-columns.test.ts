import type { Attribute } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { guessColumns } from './prepare-upload.ts'

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
] as const)('maps a column “%s” to %s', ([header, field]) => {
  expect(guessColumns([header], possible, catalogue, [header])).toEqual({ [header]: field })
})

test('maps no two columns to the same field', () => {
  expect(guessColumns(['Jahr', 'Année'], possible, catalogue, ['Jahr', 'Année'])).toEqual({
    Jahr: 'year',
    Année: null,
  })
  expect(guessColumns(['Jahr'], possible, catalogue, ['Jahr', 'Year'])).toEqual({ Jahr: null })
})
