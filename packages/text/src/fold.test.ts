import { expect, test } from 'vitest'
import { findFoldedRanges, fold } from './fold.ts'
import { sortByText } from './order.ts'

test.each([
  ['Citroën', 'citroen'],
  ['GENÈVE', 'geneve'],
  ['e\u0301te\u0301', 'ete'],
  ['Straße', 'strasse'],
  ['Œuvre, Æther', 'oeuvre, aether'],
  ['ﬁn de siècle', 'fin de siecle'],
  ['İstanbul Łódź', 'istanbul lodz'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['l’atelier «d’art» 1929–1931', 'l\'atelier "d\'art" 1929-1931'],
  ['12 cm³', '12 cm3'],
])('%s folds to %s', (text, folded) => expect(fold(text)).toBe(folded))

test('findFoldedRanges returns ranges of the original text', () => {
  const marked = (text: string, typed: string) =>
    findFoldedRanges(text, fold(typed).split(' ')).map(([start, end]) => text.slice(start, end))
  expect(marked('Citroën, die Citroe\u0308n', 'CITROEN')).toEqual(['Citroën', 'Citroe\u0308n'])
  expect(marked('Große Straße', 'strass gro')).toEqual(['Gro', 'Straß'])
  expect(marked('Martini', 'art mart tini')).toEqual(['Martini'])
  expect(marked('🚗 Œuvre', 'oeu')).toEqual(['Œu'])
  expect(marked('nothing', 'else')).toEqual([])
})

test('sortByText ignores case and accents, sorts numbers by value, and is stable', () => {
  const sorted = (...texts: string[]) => sortByText(texts, (text) => text)
  expect(sorted('LM-10', 'é1', 'lm-1', 'F2', 'LM-9')).toEqual(['é1', 'F2', 'lm-1', 'LM-9', 'LM-10'])
  expect(sorted('zebra', 'Émile', 'emile', 'Öl 10', 'Ol 9')).toEqual([
    'Émile',
    'emile',
    'Ol 9',
    'Öl 10',
    'zebra',
  ])
})
