import type { LabelLanguage } from '../languages.ts'
import { paperKinds } from './paper-kinds.ts'

/**
 * A list column. The attribute `brackets` follows in brackets; in CSV files it has its own column.
 */
interface ListColumn {
  readonly key: string
  readonly heading: string
  readonly brackets?: string
  /** Years are sorted by the year they contain: 'um 1950' between 1949 and 1951. */
  readonly kind?: 'year'
}

/** A cell in a list's rows. A second column is set in smaller type below the first. */
interface ListCell {
  readonly columns: readonly ListColumn[]
  /** CSS grid track size. */
  readonly width: string
}

/** Everything specific to a kind of item and its museum. */
interface ItemTypeDescriptor {
  /** The `type_id` of the API. */
  readonly id: number
  readonly name: string
  /** Name for visitors. */
  readonly labels: Readonly<Record<LabelLanguage, string>>
  /** Singular with article, for sentences: 'a car'. */
  readonly one: string
  /** Plural, for sentences and for file names in an export. */
  readonly many: string
  readonly museum: string
  /** Path of the museum's start page for visitors. */
  readonly start: `/${string}`
  /** The museum's name in file names. */
  readonly fileName: string
  /** The collection's name in API paths. */
  readonly collection: string
  readonly accent: { readonly light: string; readonly dark: string }
  /** Symbol in the museum's logo: an SVG path in a 32 × 32 view box. */
  readonly mark: string
  /** Ids start above this; public numbers subtract it (see `toPublicNumber`). */
  readonly idOffset: number
  readonly pdfVersion: `v${number}`
  readonly paper: keyof typeof paperKinds
  /** Whether staff can download the QR code of one item. */
  readonly hasQr: boolean
  readonly page: {
    /** Attributes in the line below the name, except those that the name contains already. */
    readonly headline: readonly string[]
    /** Attributes that visitors ask for most, for example questions. */
    readonly asked: readonly string[]
    /** Whether the page shows its own QR code. */
    readonly qr: boolean
    /** Whether an external chat can replace the guide. */
    readonly chat: boolean
    readonly recording: boolean
    /** Which related items the page lists: by the same artist or maker, or of the same make. */
    readonly more: 'artist' | 'maker' | 'make' | null
  }
  /** Of an attribute of the kind year. An earlier one is probably mistyped. */
  readonly earliestYear: number
  /** Attribute with the artist's title, which is never translated. */
  readonly originalTitle: string | null
  /** Attributes on a printed label, line by line. */
  readonly labelLines: readonly (readonly string[])[]
  /** Attribute with the maker, used for quick filters and by the command palette. */
  readonly maker: string | null
  readonly list: {
    readonly pictures: boolean
    /** Whether the list can be shown as a grid of pictures. */
    readonly grid: boolean
    readonly cells: readonly ListCell[]
    /** Attributes whose facets come first beside the list. */
    readonly firstFacets: readonly string[]
  }
}

const identifier = { key: 'identifier', heading: 'Identifier' } as const
const name = { key: 'name', heading: 'Name' } as const

/** All item types. For adding one, see 'Add a museum' in docs/ARCHITECTURE.md. */
export const inventoryTypes = {
  car: {
    id: 1,
    name: 'Car',
    labels: {
      en: 'Car',
      de: 'Auto',
      fr: 'Voiture',
      it: 'Automobile',
      es: 'Automóvil',
      pt: 'Automóvel',
      ru: 'Автомобиль',
      zh: '汽车',
      ja: '自動車',
    },
    one: 'a car',
    many: 'cars',
    museum: 'Le Manège',
    start: '/manege',
    fileName: 'le_manege',
    collection: 'cars',
    accent: { light: '#1d4b3a', dark: '#7cc3a1' },
    mark: 'M16 10.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z',
    idOffset: 0,
    pdfVersion: 'v7',
    paper: 'Sheet',
    hasQr: false,
    page: {
      headline: ['make', 'model', 'year'],
      asked: ['top_speed_kmh', 'power_hp', 'weight_kg', 'units_built', 'designer'],
      qr: true,
      chat: true,
      recording: false,
      more: 'make',
    },
    earliestYear: 1880,
    originalTitle: null,
    labelLines: [
      ['year', 'body'],
      ['origin', 'country'],
    ],
    maker: null,
    list: {
      pictures: false,
      grid: false,
      cells: [
        { columns: [identifier], width: 'minmax(5.5rem, 6.5rem)' },
        { columns: [name], width: 'minmax(0, 2.75fr)' },
        {
          columns: [{ key: 'origin', heading: 'Origin', brackets: 'country' }],
          width: 'minmax(0, 2.25fr)',
        },
        { columns: [{ key: 'model', heading: 'Model' }], width: 'minmax(0, 1.75fr)' },
        { columns: [{ key: 'year', heading: 'Year', kind: 'year' }], width: '4.5rem' },
        { columns: [{ key: 'body', heading: 'Body' }], width: 'minmax(0, 1.25fr)' },
      ],
      firstFacets: ['location', 'body', 'year'],
    },
  },
  art: {
    id: 2,
    name: 'Artwork',
    labels: {
      en: 'Artwork',
      de: 'Kunstwerk',
      fr: 'Œuvre',
      it: 'Opera',
      es: 'Obra',
      pt: 'Obra',
      ru: 'Произведение',
      zh: '艺术作品',
      ja: '作品',
    },
    one: 'an artwork',
    many: 'artworks',
    museum: 'La Grange',
    start: '/grange',
    fileName: 'la_grange',
    collection: 'art',
    accent: { light: '#8a5700', dark: '#e3b65a' },
    mark: 'M11.5 9h9v11h-9z',
    idOffset: 100,
    pdfVersion: 'v6',
    paper: 'Card',
    hasQr: true,
    page: {
      headline: ['artist', 'year'],
      asked: ['artist', 'year', 'technique', 'dimensions'],
      qr: false,
      chat: false,
      recording: true,
      more: 'artist',
    },
    earliestYear: 1000,
    originalTitle: 'title',
    labelLines: [['artist'], ['year', 'technique']],
    maker: 'artist',
    list: {
      pictures: true,
      grid: true,
      cells: [
        { columns: [identifier], width: 'minmax(6rem, 8rem)' },
        {
          columns: [name, { key: 'artist', heading: 'Artist' }],
          width: 'minmax(0, 1fr)',
        },
        {
          columns: [
            { key: 'music', heading: 'Music' },
            { key: 'composer', heading: 'Composer' },
          ],
          width: 'minmax(0, 1fr)',
        },
      ],
      firstFacets: ['location', 'artist', 'year'],
    },
  },
} as const satisfies Record<string, ItemTypeDescriptor>

export type ItemTypes = typeof inventoryTypes
export type ItemType = keyof ItemTypes
export const itemTypes = Object.keys(inventoryTypes) as readonly ItemType[]

/** Path of a type's list in the staff app. */
export const inventoryRoute = <Type extends ItemType>(type: Type) => `/inventory/${type}` as const

/** Path prefix of public item pages. */
export const factsheetPrefix = (type: ItemType) => `/${type}/` as const

/** File name of a download: 'inventory', 'csv' → 'inventory_le_manege.csv'. */
export const downloadFileName = (type: ItemType, content: string, ending: string): string =>
  `${content}_${inventoryTypes[type].fileName}.${ending}`

export const getPaperKind = (type: ItemType) => paperKinds[inventoryTypes[type].paper]
