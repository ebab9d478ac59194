import { expect, test } from 'vitest'
import { findTextOnlyYears, prepareItem } from './index.ts'

test('findTextOnlyYears ignores chassis numbers', () => {
  const text = 'Chassis 1721 was ordered in Vevey. In 1915 it was painted grey.'
  const item = prepareItem({ name: 'Pic-Pic', rows: [], text, textLanguage: 'en' }, 'en')
  expect(findTextOnlyYears(item)).toEqual(['1915'])
})
