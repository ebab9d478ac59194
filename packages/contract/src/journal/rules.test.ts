import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsvText } from '../csv.ts'
import { createEmptyState, journalFields } from '../records.ts'
import {
  buildJournalCsvRows,
  compareNewestFirst,
  createJournalMatcher,
  formatTagFilter,
  journalFilterText,
  truncateForCalendar,
} from './rules.ts'

const entry = (id: number, comment: string, tags: string[] = [], author = 'Claire Aebischer') => {
  const [first_name = '', last_name = ''] = author.split(' ')
  return {
    ...createEmptyState(journalFields),
    id,
    comment,
    date: '2026-05-31',
    created: '2026-05-31T08:00:00.000Z',
    first_name,
    last_name,
    tags: tags.map((name, index) => ({ id: index + 1, name })),
  }
}

const entries = [
  entry(1, 'Ölwechsel am Jaguar\n#Werkstatt ist zu', ['Unterhalt']),
  entry(2, 'Visite de la presse', ['Presse', 'Salle 2'], 'Étienne Weck'),
  entry(3, 'Leihvertrag unterschrieben', ['Leihgaben', 'Unterhalt']),
]
const found = (filter: string) => {
  const matches = createJournalMatcher(filter)
  return entries.filter((one) => matches(journalFilterText(one))).map(({ id }) => id)
}

test('a filter matches if every word is in author, comment or tags', () => {
  expect(found('')).toEqual([1, 2, 3])
  expect(found('  JAGUAR ')).toEqual([1])
  expect(found('étienne presse')).toEqual([2])
  expect(found('étienne jaguar')).toEqual([])
  expect(found('unterhalt leihvertrag')).toEqual([3])
  expect(found('"claire aebischer"')).toEqual([1, 3])
  expect(found('jaguar #Werkstatt')).toEqual([1])
})

test('a word with # matches tags, and the same word in comments', () => {
  expect(found('#unterhalt')).toEqual([1, 3])
  expect(found('#leihgaben #Unterhalt')).toEqual([3])
  expect(found('#werkstatt')).toEqual([1])
  expect(found('#visite')).toEqual([])
  expect(found(formatTagFilter({ name: 'Salle 2' }))).toEqual([2])
})

test('a filter does not match across fields', () => {
  expect(found('claireaebischer')).toEqual([])
  expect(found('aebischerölwechsel')).toEqual([])
})

test('compareNewestFirst sorts by day, then by time of writing', () => {
  const order = [
    { id: 'old', date: '2025-01-01', created: '2026-06-02T00:00:00.000Z' },
    { id: 'early', date: '2026-06-01', created: '2026-06-01T08:00:00.000Z' },
    { id: 'undated', date: '', created: '2026-06-02T07:00:00.000Z' },
    { id: 'late', date: '2026-06-01', created: '2026-06-03T08:00:00.000Z' },
  ]
  expect(order.sort(compareNewestFirst).map(({ id }) => id)).toEqual([
    'undated',
    'late',
    'early',
    'old',
  ])
})

test('truncateForCalendar cuts to 200 whole characters with an ellipsis', () => {
  expect(truncateForCalendar('a'.repeat(200))).toBe('a'.repeat(200))
  expect(truncateForCalendar('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`)
  expect(truncateForCalendar('🚗'.repeat(200))).toBe('🚗'.repeat(200))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const short = truncateForCalendar(text)
      expect(short === text || ([...short].length <= 201 && short.endsWith('…'))).toBe(true)
      expect(short.isWellFormed()).toBe(true)
    }),
  )
})

test('the CSV file has a column for each field, the author and the time of writing', () => {
  expect(
    toCsvText(
      buildJournalCsvRows([entry(1, 'Kühler "neu"\nund dicht', ['Unterhalt', 'Leihgaben'])]),
      'comma',
    ),
  ).toBe(
    '\uFEFFDate,Comment,Tags,User,Created\r\n' +
      '2026-05-31,"Kühler ""neu""\nund dicht","Unterhalt, Leihgaben",Claire Aebischer,2026-05-31 10:00\r\n',
  )
})
