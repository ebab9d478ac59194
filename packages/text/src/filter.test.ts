import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterRows, parseFilter } from './filter.ts'

const works = [
  'LG-001 Le Lac Hodler Saal 3',
  'LG-013 Der Holzfäller Hodler Saal 1',
  'LG-030 Bauernhof, 3 Kühe Anker Saal 2',
  'LG-041 La Grange «belle époque» Vallotton Saal 3',
]
const found = (typed: string) =>
  filterRows(works, typed, (row) => row).map((row) => row.slice(0, 6))

test.each([
  ['Saal 3', ['LG-001', 'LG-041']],
  ['  SAAL \t 3 ', ['LG-001', 'LG-041']],
  ['aal 3', ['LG-001', 'LG-041']],
  ['lac hodler', ['LG-001']],
  ['', ['LG-001', 'LG-013', 'LG-030', 'LG-041']],
])('rows with ‘%s’ as typed come alone: %s', (typed, rows) => expect(found(typed)).toEqual(rows))

test.each([
  ['hodler saal', ['LG-001', 'LG-013']],
  ['3 saal', ['LG-001', 'LG-030', 'LG-041']],
  ['3 hodler', ['LG-001']],
  ['13 hodler', []],
  ['013 hodler', ['LG-013']],
  ['hod aal holz', ['LG-013']],
  ['hodler kuhe', []],
])(
  'where no row has ‘%s’ as typed, its words count in any order, numbers as whole ones: %s',
  (typed, rows) => expect(found(typed)).toEqual(rows),
)

test.each([
  ['"saal hodler"', []],
  ['"hodler saal"', ['LG-001', 'LG-013']],
  ['«hodler saal»', ['LG-001', 'LG-013']],
  ['"hodler saal" lac', ['LG-001']],
  ['lac "hodler sa', ['LG-001']],
  ['"3 k"', ['LG-030']],
  ['grange "belle', ['LG-041']],
  ['"', ['LG-001', 'LG-013', 'LG-030', 'LG-041']],
])('quoted text is found exactly as typed: %s finds %s', (typed, rows) =>
  expect(found(typed)).toEqual(rows),
)

test('parseFilter finds words, numbers and quoted text', () => {
  expect(parseFilter(' Citroën ')).toEqual({
    text: 'citroen',
    parts: [{ text: 'citroen', kind: 'word' }],
  })
  expect(parseFilter('"Saal 3"')).toEqual({
    text: 'saal 3',
    parts: [{ text: 'saal 3', kind: 'quoted' }],
  })
  expect(parseFilter('Saal 3').parts.map(({ kind }) => kind)).toEqual(['word', 'number'])
})

test('filterRows finds every case-insensitive substring', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  fc.assert(
    fc.property(text, text, text, (before, typed, after) => {
      const row = `${before}${typed}${after}`
      for (const variant of [typed, typed.toUpperCase(), typed.toLowerCase()])
        if (!variant.includes('"') && row.toLowerCase().includes(variant.trim().toLowerCase()))
          expect(filterRows([row], variant, (one) => one)).toEqual([row])
    }),
  )
})
