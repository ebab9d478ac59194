import { expect, test } from 'vitest'
import { negotiateLanguage } from './accept.ts'
import { readRequestedLanguage } from './visitor-language.ts'

test.for([
  ['fr', 'fr'],
  ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
  ['en-GB', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['nl, it;q=0.3, de;q=0.7', 'de'],
  ['rm;q=1.000, PT-br ; q=0.5', 'pt'],
  ['de;q=0.5, ja;q=0.5', 'de'],
  ['de;q=0, ru;q=0.001', 'ru'],
  // The most preferred of our languages, not the first.
  ['es;q=0.2, fr;q=0.4', 'fr'],
  ['*', null],
  ['nl, *;q=0.5', null],
  ['', null],
  [undefined, null],
  // Malformed parts are ignored.
  ['fr;q=2, de;q=x, it;q=0.5', 'it'],
  ['fr;q=, en_GB, ;;;, ,,, de;q=0.1', 'de'],
  ['français', null],
  ['<script>, ../fr, fr\u0000', null],
  ['e'.repeat(8_192), null],
  [`${'-'.repeat(8_000)}, fr`, 'fr'],
  [`fr${'-a'.repeat(4_000)} x`, null],
  // Longer than any browser sends.
  [`${'nl,'.repeat(2_700)}fr`, null],
] as const)('negotiates Accept-Language %s to %s', ([header, language]) => {
  expect(negotiateLanguage(header)).toBe(language)
})

test('prefers a language in the address to the browser’s, unless it is unknown', () => {
  const readLanguage = (lang: unknown) =>
    readRequestedLanguage({ query: { lang }, headers: { 'accept-language': 'de' } })
  for (const lang of ['ja', ' JA', 'ja-JP', 'ja_JP'])
    expect(readLanguage(lang)).toEqual({ lang: 'ja', pinned: true })
  for (const lang of [
    '',
    'xx',
    'jap',
    undefined,
    ['ja', 'fr'],
    { a: 'ja' },
    '\u0000',
    'constructor',
  ])
    expect(readLanguage(lang)).toEqual({ lang: 'de', pinned: false })
})

test('prefers a language chosen before to the browser’s, and falls back to English', () => {
  const readLanguage = (headers: Record<string, string>) =>
    readRequestedLanguage({ query: {}, headers }).lang
  expect(readLanguage({ cookie: 'a=b; lang=ja', 'accept-language': 'de' })).toBe('ja')
  expect(readLanguage({ cookie: 'lang=xx', 'accept-language': 'de' })).toBe('de')
  expect(readLanguage({ cookie: 'notlang=ja', 'accept-language': 'nl' })).toBe('en')
  expect(readLanguage({})).toBe('en')
  expect(readRequestedLanguage({ query: { lang: 'fr' }, headers: { cookie: 'lang=ja' } })).toEqual({
    lang: 'fr',
    pinned: true,
  })
})
