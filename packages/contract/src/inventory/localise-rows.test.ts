import { expect, test } from 'vitest'
import { localiseItem, type TranslatedItem } from './item-texts.ts'
import { localiseRows, mergeProductionYears } from './localise-rows.ts'

const catalogue = [
  { tag_key: 'title', group: 'facts' },
  { tag_key: 'year_from', group: 'facts', labels: { de: 'Gebaut ab' } },
  { tag_key: 'year_to', group: 'facts', labels: { de: 'Gebaut bis' } },
] as const

const item = (
  language: 'de' | 'fr' | '',
  tags: Record<string, string>,
): TranslatedItem & { type_name: 'art' } => ({
  type_name: 'art',
  language,
  name: 'Soir',
  description: '« Soir » : un tableau',
  tags,
  texts: {},
})
const labels = (shown: ReturnType<typeof item>, lang: 'de' | 'fr' | 'ru') =>
  localiseRows(shown, localiseItem(shown, lang, []), lang, catalogue).rows.map(({ label }) => label)

test('localiseRows labels a title in another language as the original one', () => {
  const german = item('fr', { title: 'Abend am Genfersee' })
  expect(labels(german, 'fr')).toEqual(['Titre original'])
  expect(labels(german, 'de')).toEqual(['Title'])
  expect(labels(german, 'ru')).toEqual(['Оригинальное название'])
  expect(labels(item('fr', { title: 'Barques' }), 'fr')).toEqual(['Title'])
})

test('mergeProductionYears needs both years and a language other than English', () => {
  const { rows } = localiseRows(
    item('de', { year_from: '1894', year_to: '1902' }),
    localiseItem(item('de', { year_from: '1894', year_to: '1902' }), 'fr', []),
    'fr',
    catalogue,
  )
  expect(mergeProductionYears(rows, 'fr')).toMatchObject([
    { label: 'Production', value: '1894–1902' },
  ])
  expect(mergeProductionYears(rows, 'en')).toEqual(rows)
  expect(mergeProductionYears(rows.slice(0, 1), 'fr')).toEqual(rows.slice(0, 1))
})

test('typesets French texts with narrow spaces on pages of any language', () => {
  expect(localiseItem(item('fr', {}), 'ru', []).description).toBe(
    '«\u202fSoir\u202f»\u202f: un tableau',
  )
  expect(localiseItem(item('de', {}), 'ru', []).description).toBe('«\u00a0Soir\u00a0» : un tableau')
})

test('typesets names of unknown language like the page, but not descriptions', () => {
  const unknown = { ...item('', {}), name: 'Soir: un tableau', description: 'Soir: un tableau' }
  expect(localiseItem(unknown, 'fr', [])).toMatchObject({
    name: 'Soir\u202f: un tableau',
    description: 'Soir: un tableau',
  })
  expect(localiseItem(unknown, 'de', []).name).toBe('Soir: un tableau')
})
