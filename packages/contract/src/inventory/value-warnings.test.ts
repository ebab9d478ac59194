import { expect, test } from 'vitest'
import {
  createSimilarNameFinder,
  findAttributeWarning,
  findSameNameWarning,
  isNameAttribute,
} from './value-warnings.ts'

const art = { type: 'art', thisYear: 2026 } as const
const car = { type: 'car', thisYear: 2026 } as const

test.for([
  ['number', '90', false],
  ['number', "1'250'000", false],
  ['number', '1 250 000', false],
  ['number', '12,5', false],
  ['number', 'ca. 80000', true],
  ['number', 'about 4000 mm', true],
  ['number', ' ', false],
  ['number', 'ninety', true],
  ['year', '1905', false],
  ['year', 'around 1905', false],
  ['year', '1938-04-12', false],
  ['year', '2027', false],
  ['year', '2028', true],
  ['year', '0905', true],
  ['year', '19055', true],
  ['year', '15th century', true],
  ['text', 'ninety', false],
  ['code', 'X', false],
] as const)(
  'findAttributeWarning tells whether a %s %j looks mistyped: %s',
  ([kind, value, isWarned]) => {
    expect(findAttributeWarning({ kind }, value, art) !== null).toBe(isWarned)
  },
)

test.for([
  ['1191', 'For a car, a year between 1880 and 2027 is usual. Please check it.'],
  ['1879', 'For a car, a year between 1880 and 2027 is usual. Please check it.'],
  ['1880', undefined],
  ['1191, rebuilt in 1991', undefined],
])('findAttributeWarning knows the usual years of a car: %s', ([value = '', message]) => {
  expect(findAttributeWarning({ kind: 'year' }, value, car)?.message).toBe(message)
  expect(findAttributeWarning({ kind: 'year' }, value, art)).toBeNull()
})

test.for([
  ['19O4', '1904'],
  ['um 19o4/05', 'um 1904/05'],
  ['I91S', '1915'],
  ['1930, 19B0', '1930, 1980'],
])('findAttributeWarning proposes a year without letters for %s', ([value = '', proposal]) => {
  expect(findAttributeWarning({ kind: 'year' }, value, art)).toEqual({
    message: 'There is a letter in this year. Please check it.',
    proposal,
  })
})

test.for(['1920s', 'c1920', '1920er Jahre', 'Oslo 1920', 'bois, 1931', '1920 (BLS)'])(
  'findAttributeWarning accepts letters beside a year: %s',
  (value) => {
    expect(findAttributeWarning({ kind: 'year' }, value, art)).toBeNull()
  },
)

const names = ['Ferdinand Hodler', 'Hodler', 'Anker', 'Muster 1', 'Klee']

test.for([
  ['Hodle', 'Hodler'],
  ['Hodller', 'Hodler'],
  ['Holder', 'Hodler'],
  ['hödler', 'Hodler'],
  ['Ferdinand  Hodler', 'Ferdinand Hodler'],
  ['Hodler', null],
  [' Hodler ', null],
  ['Holzer', null],
  ['Muster 2', null],
  ['Lee', null],
  ['Kleen', 'Klee'],
  ['', null],
])('createSimilarNameFinder finds for “%s”: %s', ([typed, similar]) => {
  expect(createSimilarNameFinder(names)(typed ?? '')).toBe(similar)
})

test.for([
  ['Hodle', 'Ferdinand Hodler'],
  ['Hodler', null],
  ['Gogh', null],
  ['Meier', null],
  ['Meyer', null],
  ['Ferdinand Hodle', 'Ferdinand Hodler'],
])('createSimilarNameFinder compares “%s” with single words: %s', ([typed, similar]) => {
  const fullNames = ['Ferdinand Hodler', 'Vincent van Gogh', 'Hans Meier', 'Karl Meier']
  expect(createSimilarNameFinder(fullNames)(typed ?? '')).toBe(similar)
})

test('createSimilarNameFinder doubts a saved name that a more frequent one resembles', () => {
  const findSimilarName = createSimilarNameFinder(['Hodler', 'Hodle'])
  expect(findSimilarName('Hodle')).toBe('Hodler')
  expect(findSimilarName('Hodler')).toBeNull()
  expect(createSimilarNameFinder(['Meier', 'Meyer'], new Set(['Meyer']))('Meyer')).toBeNull()
})

test('findAttributeWarning asks whether the whole name was meant', () => {
  const findSimilarName = createSimilarNameFinder(['Ferdinand Hodler'])
  expect(findAttributeWarning({ kind: 'text' }, 'Hodle', { ...art, findSimilarName })).toEqual({
    message: 'Did you mean “Ferdinand Hodler”, which is already in use? Please check it.',
    proposal: 'Ferdinand Hodler',
  })
})

test('findAttributeWarning proposes a similar name in use', () => {
  const findSimilarName = createSimilarNameFinder(names)
  expect(findAttributeWarning({ kind: 'text' }, 'Hodle', { ...art, findSimilarName })).toEqual({
    message: 'Almost the same as “Hodler”, which is already in use. Please check it.',
    proposal: 'Hodler',
  })
  expect(findAttributeWarning({ kind: 'text' }, 'Hodler', { ...art, findSimilarName })).toBeNull()
})

test('isNameAttribute needs names with suggestions', () => {
  const artist = { kind: 'text', names: true, suggestions: true } as const
  expect(isNameAttribute(artist)).toBe(true)
  expect(isNameAttribute({ ...artist, names: false })).toBe(false)
  expect(isNameAttribute({ ...artist, suggestions: false })).toBe(false)
  expect(isNameAttribute({ ...artist, kind: 'choice' })).toBe(false)
})

test('findSameNameWarning names the other item, or counts several', () => {
  const first = { identifier: 'LG-1', name: 'Étude' }
  const second = { identifier: 'LG-2', name: 'ETUDE ' }
  const other = { identifier: 'LG-3', name: 'Étude II' }
  expect(findSameNameWarning('étude', [first, other])?.message).toBe(
    'LG-1 has the same name. Please check that this is another object.',
  )
  expect(findSameNameWarning('Étude', [first, second, other])?.message).toContain('2 items have')
  expect(findSameNameWarning('Etüden', [first, second, other])).toBeNull()
  expect(findSameNameWarning(' ', [{ identifier: 'LG-4', name: '' }])).toBeNull()
})
