import {
  Attribute,
  createEmptyState,
  type ItemDetail,
  type ItemType,
  itemFields,
} from '@vitrine/contract'
import known from '../src/db/migrations/013-attributes.json' with { type: 'json' }
import { toVisitorItem } from '../src/features/factsheets/index.ts'
import { toObjectRecord } from '../src/features/object-record/index.ts'

/** The attributes of a new installation, with translated values and one retired attribute. */
export const attributeDefinitions = Object.entries(known.attributes).map(
  ([tag_key, meaning], index) =>
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

export const visitorAttributes = attributeDefinitions.filter(
  ({ audience, retired }) => audience === 'visitors' && !retired,
)

/** Builds an item with a value for every attribute, and one for an unknown attribute. */
export const buildItemDetail = (type: ItemType, item: Partial<ItemDetail> = {}): ItemDetail => ({
  ...createEmptyState(itemFields),
  id: 107,
  identifier: 'LG-007',
  name: 'Coucher de soleil',
  description: 'Le lac.',
  type_name: type,
  language: 'fr',
  languageChosen: true,
  tags: Object.fromEntries([
    ...attributeDefinitions.map(({ tag_key }) => [tag_key, `value of ${tag_key}`]),
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

/** The address of the site, and the licences of its content. */
export const recordContext = {
  site: 'https://vitrine.example.org',
  config: {
    foundation: { name: 'Fondation Exemple', address: '' },
    licences: { texts: 'CC0-1.0', pictures: 'CC-BY-4.0' },
  },
} as const

/** Builds the record that is published of an item. */
export const buildObjectRecord = (item: ItemDetail) =>
  toObjectRecord(toVisitorItem(item, visitorAttributes), visitorAttributes, recordContext)
