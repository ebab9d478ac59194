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

const translation = (text: string, state: 'draft' | 'checked') => ({ text, state, source: '' })

const texts = {
  de: {
    name: translation('Sonnenuntergang', 'checked'),
    provenance: translation('a private origin', 'checked'),
  },
  en: {
    name: translation('a draft', 'draft'),
    music_detail: translation('Slowly', 'checked'),
  },
}

// A recording is no attribute of a record.
const recordedKeys = visitorAttributes.map(({ tag_key }) => tag_key).filter((key) => key !== 'mp3')

test.each(itemTypes)('has every public attribute of %s, and none for staff', (type) => {
  const record = buildObjectRecord(buildItemDetail(type, { texts }))
  expect(record.attributes.map(({ key }) => key)).toEqual(recordedKeys)
  const json = JSON.stringify(record)
  const recordedDefinitions = attributeDefinitions.filter(({ tag_key }) =>
    json.includes(`"value of ${tag_key}"`),
  )
  expect(recordedDefinitions.map(({ tag_key }) => tag_key)).toEqual(recordedKeys)
})

test.each([
  ['internal notes', 'an internal note'],
  ['translations of attributes for staff', 'a private origin'],
  ['unchecked translations', 'a draft'],
  ['values of undefined attributes', 'value of unknown'],
  ['values of retired attributes', 'value of colour'],
])('omits %s', (_, secret) => {
  for (const type of itemTypes) {
    const record = buildObjectRecord(buildItemDetail(type, { texts }))
    expect(JSON.stringify(record)).not.toContain(secret)
  }
})

test('has checked translations of the name and of attributes, with their language', () => {
  const record = buildObjectRecord(buildItemDetail('art', { texts }))
  expect(record.names).toEqual([
    { text: 'Coucher de soleil', lang: 'fr' },
    { text: 'Sonnenuntergang', lang: 'de' },
  ])
  const detail = record.attributes.find(({ key }) => key === 'music_detail')
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
  const publicPicture = {
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
  const staffPicture = {
    ...publicPicture,
    name: 'f'.repeat(16),
    public: false,
    credit: 'for staff',
  }
  const copyrightedPicture = { ...publicPicture, name: 'a'.repeat(16), licence: 'InC' as const }
  const pictures = [staffPicture, publicPicture, copyrightedPicture]
  const record = buildObjectRecord(buildItemDetail('art', { pictures }))
  expect(record.pictures).toMatchObject([
    {
      address: 'https://vitrine.example.org/api/image/107?v=0123456789abcdef',
      image: 'https://vitrine.example.org/iiif/3/0123456789abcdef',
      credit: 'Photo: A. Blanc',
      alt: [{ text: 'Le lac', lang: 'fr' }],
      licence: { label: 'CC BY 4.0' },
    },
    { name: copyrightedPicture.name, licence: { label: 'In Copyright' } },
  ])
  const json = JSON.stringify(record)
  for (const secret of [publicPicture.fileName, staffPicture.credit, staffPicture.name])
    expect(json).not.toContain(secret)
})

test('falls back to the identifier, and omits translations without an original', () => {
  const item = buildItemDetail('art', {
    name: ' ',
    description: '',
    texts: { de: { name: translation('Sonnenuntergang', 'checked') } },
  })
  expect(buildObjectRecord(item)).toMatchObject({
    names: [{ text: 'LG-007', lang: '' }],
    descriptions: [],
    page: 'https://vitrine.example.org/art/7',
    licence: { uri: 'http://creativecommons.org/publicdomain/zero/1.0/' },
  })
})

test('takes the make of a car from its name, unless an attribute has it', () => {
  const name = 'Alfa Romeo 6C 1750'
  const tags = { designer: 'Vittorio Jano, Zagato', make: 'A.L.F.A.' }
  const makeAttribute = Attribute.parse({
    ...visitorAttributes[0],
    tag_key: 'make',
    labels: { en: 'Make' },
  })
  const listMakers = (item: Partial<ItemDetail>, attributes = visitorAttributes) => {
    const visitorItem = toVisitorItem(buildItemDetail('car', item), attributes)
    const { makers } = toObjectRecord(visitorItem, attributes, recordContext)
    return makers.map(({ role, kind, values }) => `${role} (${kind}): ${values[0].text}`)
  }

  const designers = 'designer (group): Vittorio Jano, Zagato'
  expect(listMakers({ name, tags })).toEqual(['manufacturer (organisation): Alfa Romeo', designers])
  expect(listMakers({ name, tags }, [makeAttribute, ...visitorAttributes])).toEqual([
    'manufacturer (organisation): A.L.F.A.',
    designers,
  ])
  expect(listMakers({ name: ' ', tags: {} })).toEqual([])
})
