import { expect, test } from 'vitest'
import { isMissingAltText } from './media.ts'

test.for([
  ['a text in each language', { public: true, alt: { fr: 'a', de: 'b', en: 'c' } }, false],
  ['none in one', { public: true, alt: { fr: 'a', de: '', en: 'c' } }, true],
  ['nothing but a space in one', { public: true, alt: { fr: 'a', de: ' ', en: 'c' } }, true],
  ['none, for staff only', { public: false, alt: { fr: '', de: '', en: '' } }, false],
] as const)('a picture with %s lacks an alternative text: %o', ([, picture, lacks]) => {
  expect(isMissingAltText(picture)).toBe(lacks)
})
