import { Attribute, type ItemDetail, itemTypes } from '@vitrine/contract'
import { expect, test } from 'vitest'
import {
  attributeDefinitions,
  buildItemDetail,
  buildObjectRecord,
  recordContext,
  visitorAttributes,
} from '../../../test/object-records.ts'
import { toVisitorItem } from '../factsheets/index.ts'
import { findAttributes, toObjectRecord } from './object-record.ts'

test.each(itemTypes)('has every public attribute of %s, and none for staff', (type) => {
  const translation = (text: string, state: 'draft' | 'checked') => ({ text, state, source: '' })
  const record = buildObjectRecord(
    buildItemDetail(type, {
      texts: {
        de: {
          name: translation('Sonnenuntergang', 'checked'),
          provenance: translation('a private origin', 'checked'),
        },
        en: {
          name: translation('a draft', 'draft'),
          music_detail: translation('Slowly', 'checked'),
        },
      },
    }),
  )
  const shown = visitorAttributes.map(({ tag_key }) => tag_key).filter((key) => key !== 'mp3')
  expect(record.attributes.map(({ key }) => key)).toEqual(shown)
  const json = JSON.stringify(record)
  for (const secret of [
    'an internal note',
    'a private origin',
    'a draft',
    'value of unknown',
    'value of colour',
  ]) {
    expect(json).not.toContain(secret)
  }
  for (const { tag_key } of attributeDefinitions) {
    expect([tag_key, json.includes(`"value of ${tag_key}"`)]).toEqual([
      tag_key,
      shown.includes(tag_key),
    ])
  }
  expect(record.names).toEqual([
    { text: 'Coucher de soleil', lang: 'fr' },
    { text: 'Sonnenuntergang', lang: 'de' },
  ])
  const [detail] = record.attributes.filter(({ key }) => key === 'music_detail')
  expect(detail?.values).toEqual([
    { text: 'value of music_detail', lang: 'fr' },
    { text: 'Slowly', lang: 'en' },
  ])
})

test('translates values by the glossary and labels by the catalogue', () => {
  const [technique] = findAttributes(buildObjectRecord(buildItemDetail('art')), 'technique')
  expect(technique?.values).toEqual([
    { text: 'value of technique', lang: '' },
    { text: 'Öl auf Leinwand', lang: 'de' },
  ])
  expect(technique?.labels).toContainEqual({ text: 'Technik', lang: 'de' })
})

test('has only public pictures, with their own licence or the foundation’s', () => {
  const picture = {
    name: '0123456789abcdef',
    fileName: 'private name.jpg',
    width: 400,
    height: 300,
    kind: 'view',
    credit: 'Photo: A. Blanc',
    licence: '',
    public: true,
    alt: { fr: 'Le lac', de: '', en: '' },
  } as const
  const pictures = [
    { ...picture, name: 'f'.repeat(16), public: false, credit: 'for staff' },
    picture,
    { ...picture, name: 'a'.repeat(16), licence: 'InC' as const },
  ]
  const record = buildObjectRecord(buildItemDetail('art', { pictures }))
  expect(record.pictures).toMatchObject([
    {
      address: 'https://vitrine.example.org/api/image/107?v=0123456789abcdef',
      image: 'https://vitrine.example.org/iiif/3/0123456789abcdef',
      credit: 'Photo: A. Blanc',
      alt: [{ text: 'Le lac', lang: 'fr' }],
      licence: { label: 'CC BY 4.0' },
    },
    { name: 'a'.repeat(16), licence: { label: 'In Copyright' } },
  ])
  expect(JSON.stringify(record)).not.toMatch(/private name|for staff|ffff/)
})

test('falls back to the identifier, and omits translations without an original', () => {
  const texts = {
    de: { name: { text: 'Sonnenuntergang', state: 'checked', source: 'x' } as const },
  }
  expect(
    buildObjectRecord(buildItemDetail('art', { name: ' ', description: '', texts })),
  ).toMatchObject({
    names: [{ text: 'LG-007', lang: '' }],
    descriptions: [],
    page: 'https://vitrine.example.org/art/7',
    licence: { uri: 'http://creativecommons.org/publicdomain/zero/1.0/' },
  })
})

test('takes the make of a car from its name, unless an attribute has it', () => {
  const name = 'Alfa Romeo 6C 1750'
  const make = Attribute.parse({ ...visitorAttributes[0], tag_key: 'make', labels: { en: 'Make' } })
  const makers = (item: Partial<ItemDetail>, shown = visitorAttributes) =>
    toObjectRecord(
      toVisitorItem(buildItemDetail('car', item), shown),
      shown,
      recordContext,
    ).makers.map(({ role, is, values }) => `${role} (${is}): ${values[0].text}`)
  const tags = { designer: 'Vittorio Jano, Zagato', make: 'A.L.F.A.' }
  const designers = 'designer (group): Vittorio Jano, Zagato'
  expect(makers({ name, tags })).toEqual(['manufacturer (organisation): Alfa Romeo', designers])
  expect(makers({ name, tags }, [make, ...visitorAttributes])).toEqual([
    'manufacturer (organisation): A.L.F.A.',
    designers,
  ])
  expect(makers({ name: ' ', tags: {} })).toEqual([])
})
