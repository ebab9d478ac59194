import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createEmptyState, type MuseumState, museumFields } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { artSheet, carSheet } from '../../test/sample-sheets.ts'
import { buildEventsData } from '../events/events-data.ts'
import { buildMuseumData } from '../museum/museum-data.ts'
import { buildStructuredData } from './structured-data.ts'

/**
 * The schema.org vocabulary from its type definitions: own properties and parents of each type.
 */
function readVocabulary() {
  const source = readFileSync(
    fileURLToPath(import.meta.resolve('schema-dts')).replace(/\.js$/, '.d.ts'),
    'utf8',
  )
  const types = new Map<string, { parents: string[]; properties: Set<string> }>()
  for (const [, name = '', parents = '', body = ''] of source.matchAll(
    /^(?:export )?interface (\w+?)(?:Base|Leaf)(?: extends (.+?))? \{\n(.*?)^\}/gms,
  )) {
    // Types without own properties are declared as leaves.
    if (types.has(name)) continue
    types.set(name, {
      parents: [...parents.matchAll(/(\w+)Base/g)].map(([, parent = '']) => parent),
      properties: new Set(
        [...body.matchAll(/^ {4}"(\w+)"\?:/gm)].map(([, property = '']) => property),
      ),
    })
  }
  return types
}

const vocabulary = readVocabulary()

function has(type: string, property: string): boolean {
  const known = vocabulary.get(type)
  return (
    (known?.properties.has(property) || known?.parents.some((parent) => has(parent, property))) ??
    false
  )
}

/** Finds types and properties that schema.org does not have. */
function strange(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { '@context': _, '@type': type, ...properties } = node as Record<string, unknown>
  return Object.entries(properties).flatMap(([property, value]) => [
    ...(has(String(type), property) ? [] : [`${type}.${property}`]),
    ...strange(value),
  ])
}

test('the test reads the schema.org vocabulary', () => {
  expect(has('Car', 'name')).toBe(true)
  expect(has('Car', 'artMedium')).toBe(false)
})

test('car data is valid schema.org with the page’s values', () => {
  const colour = { key: 'colour', label: 'Farbe', value: 'Blau' }
  const data = buildStructuredData.car({
    ...carSheet,
    rows: carSheet.rows.map((row) => (row.key === colour.key ? colour : row)),
  })
  expect(strange(data)).toEqual([])
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Car',
    name: 'Bugatti Type 35',
    url: 'https://museum.example.org/car/7',
    image: 'https://museum.example.org/api/image/7?v=abc',
    color: 'Blau',
    countryOfOrigin: { '@type': 'Country', name: 'France' },
    vehicleModelDate: '1924',
    weight: { '@type': 'QuantitativeValue', value: 750, unitCode: 'KGM' },
    vehicleEngine: {
      '@type': 'EngineSpecification',
      enginePower: { value: 90, unitCode: 'BHP' },
      engineDisplacement: { value: 1991, unitCode: 'CMQ' },
    },
  })
})

test('artwork data is valid schema.org', () => {
  const data = buildStructuredData.art(artSheet)
  expect(strange(data)).toEqual([])
  expect(data).toMatchObject({
    '@type': 'VisualArtwork',
    name: 'Genfersee',
    alternateName: 'Genfersee von Chexbres aus',
    artMedium: 'Oil on canvas',
    artist: { '@type': 'Person', name: 'Ferdinand Hodler' },
    audio: {
      '@type': 'AudioObject',
      contentUrl: 'https://museum.example.org/api/recording/105?v=def',
      name: 'Au lac de Wallenstadt',
    },
  })
})

test('omits values that are not numbers or years', () => {
  const tags = {
    power_hp: 'about 90',
    weight_kg: '',
    displacement_cm3: 'NaN',
    year: 'around 1924',
    top_speed_kmh: '-',
  }
  const data = buildStructuredData.car({
    ...carSheet,
    tags,
    rows: [],
    description: '',
    pictures: [],
  })
  expect(Object.keys(data)).toEqual(['@context', '@type', 'name', 'url', 'mainEntityOfPage'])
})

test('event and museum data is valid schema.org', () => {
  const { imprint, url, lang, pinned } = carSheet
  const event = {
    id: 1,
    date: '2026-05-31',
    start: true,
    last_day: '2026-06-30',
    time: '19:30',
    show_time: true,
  }
  const events = [{ ...event, text_fr: '', text_de: '', text_en: 'A concert' }]
  const [concert] = (buildEventsData({ imprint, url, lang, pinned, events })['@graph'] ??
    []) as unknown[]
  expect(concert).toMatchObject({
    '@type': 'Event',
    startDate: '2026-05-31T19:30+02:00',
    endDate: '2026-06-30',
  })
  expect(strange(concert)).toEqual([])
  const about = {
    ...createEmptyState(museumFields),
    telephone: '026',
    hours_en: 'Daily',
    state_en: 'checked',
  } as MuseumState
  const museum = buildMuseumData({
    type: 'car',
    about,
    imprint,
    url,
    picture: '/api/image/1',
    lang,
  })
  expect(museum).toMatchObject({
    openingHours: 'Daily',
    address: 'Chemin du Musée 1',
    telephone: '026',
  })
  expect(strange(museum)).toEqual([])
})
