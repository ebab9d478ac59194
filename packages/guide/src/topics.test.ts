import { expect, test } from 'vitest'
import { prepareItem, topicsOf } from './index.ts'

const topics = (text: string) => topicsOf(prepareItem({ name: 'Pic-Pic', rows: [], text, textLanguage: 'en' }, 'en'))

test('a year is none where it numbers a chassis', () => {
  expect(topics('Chassis 1721 was ordered in Vevey. In 1915 it was painted grey.').years).toEqual(['1915'])
})

test('a name is not cut at a hyphen', () => {
  expect(topics('It went to a watchmaker in La Chaux-de-Fonds, and to Jean Muller.').names).toEqual([
    'La Chaux-de-Fonds',
    'Jean Muller',
  ])
})
