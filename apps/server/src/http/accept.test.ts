import { describe, expect, test } from 'vitest'
import { negotiateAlternative } from './accept.ts'

const linkedArt = {
  type: 'application/ld+json',
  profile: 'https://linked.art/ns/v1/linked-art.json',
}
const manifest = {
  type: 'application/ld+json',
  profile: 'http://iiif.io/api/presentation/3/context.json',
}
const json = { type: 'application/json' }
const xml = { type: 'application/xml' }

const forms = [linkedArt, json, xml, manifest]

describe('negotiateAlternative', () => {
  test.for([
    [
      'Chrome',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    ],
    [
      'an old browser that prefers XML',
      'application/xml,application/xhtml+xml,text/html;q=0.9,*/*;q=0.5',
    ],
    ['curl', '*/*'],
    ['nothing', undefined],
    ['an empty header', ''],
    ['a picture', 'image/webp,*/*;q=0.1'],
    ['another profile', 'application/ld+json;profile="https://example.org/other"'],
    ['rejected types', 'application/ld+json;q=0, application/xml;q=0.0'],
    ['HTML rather than JSON-LD', 'text/html, application/ld+json;q=0.9'],
    ['HTML as well as JSON-LD', 'application/ld+json, text/html'],
    ['anything rather than JSON-LD', '*/*, application/ld+json;q=0.5'],
    ['an invalid quality', 'application/xml;q=much'],
  ] as const)('keeps the page for %s', ([, accept]) => {
    expect(negotiateAlternative(accept, forms)).toBeNull()
  })

  test.for([
    ['application/ld+json', linkedArt],
    ['Application/LD+JSON', linkedArt],
    ['application/ld+json, */*', linkedArt],
    [`application/ld+json;profile="${linkedArt.profile}"`, linkedArt],
    [`application/ld+json; Profile="${manifest.profile}" ;q=0.8, */*;q=0.1`, manifest],
    [`application/ld+json;profile=${manifest.profile}`, manifest],
    ['application/ld+json;profile="a,b;q=1", application/xml;q=0.2', xml],
    ['application/ld+json;q=0.4, application/xml;q=0.5', xml],
    ['application/ld+json;q=0.5,text/html;q=0.4', linkedArt],
    ['application/xml, application/ld+json;q=0.6, application/xhtml+xml;q=0.5', linkedArt],
    ['application/json', json],
    ['application/json, text/plain, */*', json],
    ['application/json, application/ld+json', linkedArt],
  ] as const)('chooses the type preferred by %s', ([accept, form]) => {
    expect(negotiateAlternative(accept, forms)).toBe(form)
  })

  test('finds no type in malformed headers of 16 KB, without backtracking for long', () => {
    for (const accept of [
      '"'.repeat(16_000),
      ','.repeat(16_000),
      'a;'.repeat(8_000),
      'a="'.repeat(5_000),
    ])
      expect(negotiateAlternative(accept, [linkedArt])).toBeNull()
  })
})
