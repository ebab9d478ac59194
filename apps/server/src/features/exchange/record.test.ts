import { Attribute, emptyState, type ItemDetail, type ItemType, itemFields, itemTypes } from '@vitrine/contract'
import { expect, test } from 'vitest'
import known from '../../db/migrations/013-attributes.json' with { type: 'json' }
import { toVisitorItem } from '../factsheets/index.ts'
import { dublinCore } from './dc.ts'
import { lidoDocument } from './lido.ts'
import { linkedArtOf } from './linked-art.ts'
import { measurementsOf, yearsIn } from './measurements.ts'
import { attributesAbout, toRecord } from './record.ts'

const definitions = Object.entries(known.attributes).map(([tag_key, meaning], index) =>
  Attribute.parse({
    ...meaning,
    id: index + 1,
    tag_key,
    order_key: index,
    multiline: tag_key === 'music_detail' || tag_key === 'provenance',
    group: 'facts',
    glossary: tag_key === 'technique' ? { 'value of technique': { de: 'Öl auf Leinwand' } } : {},
    suggestions: false,
    names: false,
    retired: tag_key === 'colour',
    version: 1,
  }),
)
const forVisitors = definitions.filter(({ audience, retired }) => audience === 'visitors' && !retired)

const itemOf = (type: ItemType, item: Partial<ItemDetail> = {}): ItemDetail => ({
  ...emptyState(itemFields),
  id: 107,
  identifier: 'LG-007',
  name: 'Coucher de soleil',
  description: 'Le lac.',
  type_name: type,
  language: 'fr',
  languageChosen: true,
  tags: Object.fromEntries([
    ...definitions.map(({ tag_key }) => [tag_key, `value of ${tag_key}`]),
    ['unknown', 'value of unknown'],
  ]),
  texts: {},
  placeId: null,
  note: 'an internal note',
  version: 1,
  public: true,
  checked: '2026-01-01',
  archived: null,
  picture: null,
  pictures: [],
  recording: null,
  ...item,
})

const context = {
  site: 'https://vitrine.example.org',
  config: {
    foundation: { name: 'Fondation Exemple', address: '' },
    licences: { texts: 'CC0-1.0', pictures: 'CC-BY-4.0' },
  },
} as const

const recordOf = (item: ItemDetail) => toRecord(toVisitorItem(item, forVisitors), forVisitors, context)

test.each(itemTypes)('of %s, every public attribute is in its record, and no attribute for staff', (type) => {
  const translation = (text: string, state: 'draft' | 'checked') => ({ text, state, source: '' })
  const record = recordOf(
    itemOf(type, {
      texts: {
        de: {
          name: translation('Sonnenuntergang', 'checked'),
          provenance: translation('a private origin', 'checked'),
        },
        en: { name: translation('a draft', 'draft'), music_detail: translation('Slowly', 'checked') },
      },
    }),
  )
  const shown = forVisitors.map(({ tag_key }) => tag_key).filter((key) => key !== 'mp3')
  expect(record.attributes.map(({ key }) => key)).toEqual(shown)
  const json = JSON.stringify(record)
  for (const secret of ['an internal note', 'a private origin', 'a draft', 'value of unknown', 'value of colour']) {
    expect(json).not.toContain(secret)
  }
  for (const { tag_key } of definitions) {
    expect([tag_key, json.includes(`"value of ${tag_key}"`)]).toEqual([tag_key, shown.includes(tag_key)])
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

test('a short value has the language that the glossary gives it, and a label those that the catalogue has', () => {
  const [technique] = attributesAbout(recordOf(itemOf('art')), 'technique')
  expect(technique?.values).toEqual([
    { text: 'value of technique', lang: '' },
    { text: 'Öl auf Leinwand', lang: 'de' },
  ])
  expect(technique?.labels).toContainEqual({ text: 'Technik', lang: 'de' })
})

test('only public pictures, with their alternative texts and their own licence or else the foundation’s, which alone names it as the rights holder', () => {
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
  const record = recordOf(itemOf('art', { pictures }))
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
  const [, ours = '', theirs = ''] = lidoDocument(record).split('<lido:resourceSet ')
  expect([ours, theirs].map((lido) => lido.includes('<lido:rightsHolder>'))).toEqual([true, false])
  expect(theirs).toContain('>In Copyright<')
  expect(JSON.stringify(record)).not.toMatch(/private name|for staff|ffff/)
})

test('an item without a name is called by its identifier, and has no translation of a text that is gone', () => {
  const texts = { de: { name: { text: 'Sonnenuntergang', state: 'checked', source: 'x' } as const } }
  expect(recordOf(itemOf('art', { name: ' ', description: '', texts }))).toMatchObject({
    names: [{ text: 'LG-007', lang: '' }],
    descriptions: [],
    page: 'https://vitrine.example.org/art/7',
    licence: { uri: 'http://creativecommons.org/publicdomain/zero/1.0/' },
  })
})

test('the maker of a car is its make, taken from its name unless an attribute has it, and an organisation in every format', () => {
  const name = 'Alfa Romeo 6C 1750'
  const make = Attribute.parse({ ...forVisitors[0], tag_key: 'make', labels: { en: 'Make' } })
  const makers = (item: Partial<ItemDetail>, shown = forVisitors) =>
    toRecord(toVisitorItem(itemOf('car', item), shown), shown, context).makers.map(
      ({ role, is, values }) => `${role} (${is}): ${values[0].text}`,
    )
  const tags = { designer: 'Vittorio Jano, Zagato', make: 'A.L.F.A.' }
  const designers = 'designer (group): Vittorio Jano, Zagato'
  expect(makers({ name, tags })).toEqual(['manufacturer (organisation): Alfa Romeo', designers])
  expect(makers({ name, tags }, [make, ...forVisitors])).toEqual(['manufacturer (organisation): A.L.F.A.', designers])
  expect(makers({ name: ' ', tags: {} })).toEqual([])

  const record = recordOf(itemOf('car', { name, tags: {} }))
  expect(dublinCore(record).markup).toContain('<dc:creator>Alfa Romeo</dc:creator>')
  const [, actor] = /<lido:eventActor>(.*)<\/lido:eventActor>/.exec(lidoDocument(record)) ?? []
  expect(actor).toContain('<lido:actor lido:type="http://terminology.lido-schema.org/lido00413">')
  expect(actor).toMatch(/"display name">Alfa Romeo<.*<lido:term xml:lang="en">manufacturer<\/lido:term>/)
  expect(linkedArtOf(record)).toMatchObject({
    produced_by: { carried_out_by: [{ type: 'Group', _label: 'Alfa Romeo' }] },
  })
})

test.each([
  ['art', { dimensions: '71 × 90 cm' }, ['height 71 cm', 'width 90 cm']],
  ['art', { dimensions: '22.5 x 29 x 3,5 mm' }, ['height 22.5 mm', 'width 29 mm', 'depth 3.5 mm']],
  ['art', { dimensions: 'Durchmesser 30 cm' }, []],
  ['art', { dimensions: '1.250 × 900 mm' }, []],
  [
    'car',
    { weight_kg: '1,450', length: "4'826.5 mm", width: '1.450 m', height: '1,4501 m' },
    ['length 4826.5 mm', 'height 1.4501 m'],
  ],
  ['car', { weight_kg: "1'250", length: '4826 mm', width: '170', height: 'low' }, ['weight 1250 kg', 'length 4826 mm']],
] as const)('measurements of %s: %j', (type, tags, measured) => {
  const found = measurementsOf(recordOf(itemOf(type, { tags })))
  expect(found.map(({ dimension, value, unit }) => `${dimension} ${value} ${unit}`)).toEqual(measured)
})

test.each([
  ['1905', [1905, 1905, true]],
  ['1904–1910', [1904, 1910, true]],
  ['1908/09', [1908, 1909, true]],
  ['1905-10', [1905, 1910, false]],
  ['1908-05', [1908, 1908, false]],
  ['1904-18', [1904, 1918, true]],
  ['ca. 1840', [1840, 1840, false]],
  ['zwischen 1895 und 1911', [1895, 1911, false]],
  ['19. Jahrhundert', null],
  ['1910–1904', null],
  ['12345', null],
] as const)('the years in “%s”', (date, years) => {
  const found = yearsIn(date)
  expect(found && [found.earliest, found.latest, found.exact]).toEqual(years)
})
