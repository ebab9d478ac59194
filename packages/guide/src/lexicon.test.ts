import { labelLanguages } from '@vitrine/contract'
import { expect, test } from 'vitest'
import concepts from './lexicon/concepts.json' with { type: 'json' }
import { readLexiconSource } from './lexicon-source.ts'

const english = readLexiconSource('en')
const listValueTypes = (source: object) =>
  Object.entries(source).map(([name, value]) => [name, typeof value])

test.each(labelLanguages)(
  'the lexicon %s has all lists, and a way to ask for each fact',
  (language) => {
    const source = readLexiconSource(language)
    expect(listValueTypes(source).sort()).toEqual(listValueTypes(english).sort())
    const asked = new Set([...Object.keys(source.names), ...Object.keys(source.asks)])
    expect(Object.keys(concepts).filter((concept) => !asked.has(concept))).toEqual([])
    expect(Object.keys(source.asking)).toEqual(
      expect.arrayContaining(['who', 'when', 'where', 'why', 'amount']),
    )
    for (const list of [
      'item',
      'fill',
      'beside',
      'people',
      'light',
      'conjunctions',
      'other',
      'naming',
    ] as const)
      expect([list, source[list]]).not.toEqual([list, ''])
  },
)
