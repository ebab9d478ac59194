import { expect, test } from 'vitest'
import { findGaps } from './find-gaps.ts'
import { checkedCutoffDay, type Gap } from './gaps.ts'
import type { ItemTexts } from './item-texts.ts'

const attributes = [
  { tag_key: 'location', kind: 'text' },
  { tag_key: 'year', kind: 'year' },
  { tag_key: 'year_from', kind: 'year' },
  { tag_key: 'year_to', kind: 'year' },
  { tag_key: 'weight_kg', kind: 'number' },
] as const

const text = (source: string, state: 'draft' | 'checked' = 'checked') => ({
  text: 'x',
  state,
  source,
})
const inGerman = {
  name: 'Wagen',
  language: 'de',
  texts: {
    fr: { name: text('Wagen'), description: text('Ein Wagen.') },
    en: { description: text('Alt', 'draft') },
  },
} as const
const whole = {
  type: 'art' as 'art' | 'car',
  hasPicture: true,
  lacksAlt: false,
  name: '',
  description: 'Ein Wagen.',
  language: 'de' as 'de' | 'it' | '',
  tags: { location: 'Saal 3' } as Record<string, string>,
  texts: {
    fr: { description: text('Ein Wagen.') },
    en: { description: text('Ein Wagen.') },
  } as ItemTexts,
}
const withTags = (tags: Record<string, string>) => ({ ...whole, tags: { ...whole.tags, ...tags } })

test.each<[string, typeof whole, Gap[]]>([
  ['a whole item', whole, []],
  ['one with a draft only', { ...whole, ...inGerman }, ['text_en']],
  ['one whose name stays as it is', { ...whole, name: 'Sport-Omnia' }, []],
  [
    'one whose original changed',
    { ...whole, description: 'Ein alter Wagen.' },
    ['outdated_fr', 'outdated_en'],
  ],
  ['one of an unknown language', { ...whole, language: '' }, ['text_de']],
  ['one without translations', { ...whole, texts: {} }, ['text_fr', 'text_en']],
  [
    'a German text said to be Italian',
    {
      ...whole,
      language: 'it',
      description: `${whole.description} Der Strauss stand drei Tage, und man sieht es den Blumen an.`,
    },
    ['language', 'text_de', 'outdated_fr', 'outdated_en'],
  ],
  ['a few words in another language', { ...whole, language: 'it' }, ['text_de']],
  ['one without picture', { ...whole, hasPicture: false }, ['picture']],
  ['one with a picture that nobody described', { ...whole, lacksAlt: true }, ['alt']],
  ['one with nothing but spaces as text', { ...whole, description: ' \n' }, ['text']],
  ['one without location', { ...whole, tags: {} }, ['location']],
  [
    'a period that ends before it begins',
    withTags({ year_from: '1934', year_to: '1929' }),
    ['implausible'],
  ],
  ['a period of one year', withTags({ year_from: 'um 1929', year_to: '1929' }), []],
  ['a period without end', withTags({ year_from: '1929' }), []],
  ['a year that is none', withTags({ year: '19299' }), ['implausible']],
  ['a year in words', withTags({ year: 'around 1929/30' }), []],
  ['a year to come', withTags({ year: '2030' }), ['implausible']],
  ['a year before the first car', { ...withTags({ year: '1191' }), type: 'car' }, ['implausible']],
  ['a year with a letter', withTags({ year: '19O4' }), ['implausible']],
  ['a number with a word', withTags({ weight_kg: 'ca. 80000' }), ['implausible']],
  ['a number in groups', withTags({ weight_kg: "1'250" }), []],
  ['a number without digits', withTags({ weight_kg: 'heavy' }), ['implausible']],
])('%s', (_, item, expected) => expect(findGaps(item, attributes, 2026)).toEqual(expected))

test('findGaps ignores attributes that are not in the catalogue', () =>
  expect(findGaps({ ...whole, tags: {} }, [], 2026)).toEqual([]))

test('checkedCutoffDay is the same day five years ago', () =>
  expect(checkedCutoffDay('2026-05-31')).toBe('2021-05-31'))
