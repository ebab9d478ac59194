import type { Attribute } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { guessColumns } from './prepare-upload.ts'

const createAttribute = (tag_key: string, labels: Attribute['labels']) =>
  ({ tag_key, labels }) as Attribute
const catalogue = [
  createAttribute('year', { en: 'Year', de: 'Jahr', fr: 'Année' }),
  createAttribute('artist', { de: 'Künstlerin', fr: 'Artiste' }),
  createAttribute('top_speed_kmh', {}),
]
const possibleFields = [
  'identifier',
  'name',
  'description',
  'year',
  'artist',
  'top_speed_kmh',
  'old_key',
]

/** Guesses the fields of unknown columns in a file that has these `headers`. */
const guessFrom = (unknownColumns: string[], headers = unknownColumns) =>
  guessColumns({ unknownColumns, possibleFields, catalogue, headers })

test.for([
  ['Jahr', 'year'],
  [' annee ', 'year'],
  ['KÜNSTLERIN', 'artist'],
  ['Top speed (km/h)', 'top_speed_kmh'],
  ['Old Key', 'old_key'],
  ['Inventarnummer', 'identifier'],
  ['Titel', 'name'],
  ['Preis', null],
] as const)('maps the column “%s” to %s', ([header, field]) => {
  expect(guessFrom([header])).toEqual({ [header]: field })
})

test('maps at most one column to a field, and none if a column has its name', () => {
  expect(guessFrom(['Jahr', 'Année'])).toEqual({
    Jahr: 'year',
    Année: null,
  })
  expect(guessFrom(['Jahr'], ['Jahr', 'Year'])).toEqual({ Jahr: null })
})
