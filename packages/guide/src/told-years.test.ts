import { expect, test } from 'vitest'
import { prepareItem, toldYears } from './index.ts'

test('a year is none where it numbers a chassis', () => {
  const text = 'Chassis 1721 was ordered in Vevey. In 1915 it was painted grey.'
  const item = prepareItem({ name: 'Pic-Pic', rows: [], text, textLanguage: 'en' }, 'en')
  expect(toldYears(item)).toEqual(['1915'])
})
