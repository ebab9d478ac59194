import type { LabelLanguage } from '../languages.ts'
import { paperKinds } from './paper-kinds.ts'

/** A column of a list; what `brackets` names follows it in brackets. In a CSV file each has a column under its key. */
interface ListColumn {
  readonly key: string
  readonly heading: string
  readonly brackets?: string
  /** A year sorts as one: 'um 1950' between 1949 and 1951. */
  readonly kind?: 'year'
}

/** A place in the row of a list. Two columns share one, the second in smaller type under the first. */
interface ListCell {
  readonly columns: readonly ListColumn[]
  /** As CSS takes a track of a grid. */
  readonly width: string
}

/** Everything specific to a kind of item and its museum. */
interface ItemTypeDescriptor {
  /** The `type_id` of the API. */
  readonly id: number
  readonly name: string
  /** Its name for visitors. */
  readonly labels: Readonly<Record<LabelLanguage, string>>
  /** As sentences say it: 'a car'. */
  readonly one: string
  /** As sentences say it; also names its files in an export. */
  readonly many: string
  readonly museum: string
  /** The address of the museum's start page for visitors. */
  readonly start: `/${string}`
  /** The museum's name in the names of files. */
  readonly fileName: string
  /** The collection's name in addresses of the API. */
  readonly collection: string
  readonly accent: { readonly light: string; readonly dark: string }
  /** What is in the display case of the museum's logo: an SVG path in a square of 32. */
  readonly mark: string
  /** Its ids begin above this, and public numbers leave it out (public-number.ts). */
  readonly idOffset: number
  readonly pdfVersion: `v${number}`
  readonly paper: keyof typeof paperKinds
  /** Whether staff can download the QR code of one item. */
  readonly hasQr: boolean
  readonly page: {
    /** The attributes in the line under the name; one that the name contains already is left out. */
    readonly headline: readonly string[]
    /** What visitors ask for most: examples of questions begin with these. */
    readonly asked: readonly string[]
    /** What it has beside the facts. */
    readonly qr: boolean
    /** Whether an outside chat can take the place of our guide. */
    readonly chat: boolean
    readonly recording: boolean
    /** Which other items it names: by the same artist or other maker, or of the make with which their names begin. */
    readonly more: 'artist' | 'maker' | 'make' | null
  }
  /** The attribute that holds the title as its maker wrote it, never translated. */
  readonly originalTitle: string | null
  /** The attributes on a printed label, line by line. */
  readonly labelLines: readonly (readonly string[])[]
  /** The attribute that says who made an item: it gives quick filters, and the palette finds items by it. */
  readonly maker: string | null
  readonly list: {
    readonly pictures: boolean
    /** Whether the list can be shown as a grid of pictures. */
    readonly grid: boolean
    readonly cells: readonly ListCell[]
    /** The attributes that come first among the filters beside the list. */
    readonly firstFacets: readonly string[]
  }
}

const identifier = { key: 'identifier', heading: 'Identifier' } as const
const name = { key: 'name', heading: 'Name' } as const

/** The kinds of items there are. A new one is a new entry; docs/ARCHITECTURE.md, 'Add a museum', has what else it needs. */
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

/** Where staff find the list of a type. */
export const inventoryRoute = <Type extends ItemType>(type: Type) => `/inventory/${type}` as const

/** What the public address of an item begins with. */
export const factsheetPrefix = (type: ItemType) => `/${type}/` as const

/** What a file is called that staff save: 'inventory', 'csv' → 'inventory_le_manege.csv'. */
export const downloadFileName = (type: ItemType, content: string, ending: string): string =>
  `${content}_${inventoryTypes[type].fileName}.${ending}`

export const getPaperKind = (type: ItemType) => paperKinds[inventoryTypes[type].paper]
