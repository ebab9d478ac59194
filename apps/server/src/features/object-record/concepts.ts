import type { ItemType } from '@vitrine/contract'

/** A term of a published vocabulary, with its names. */
export interface Term {
  readonly uri: string
  readonly en: string
  readonly de: string
  readonly fr: string
}

const toAatConcept = (id: number) => `http://vocab.getty.edu/aat/${id}`

/** Roles of the makers of an item. */
export const makerRoles = {
  artist: { uri: toAatConcept(300025103), en: 'artist', de: 'Künstler/-in', fr: 'artiste' },
  manufacturer: {
    uri: toAatConcept(300025230),
    en: 'manufacturer',
    de: 'Hersteller',
    fr: 'fabricant',
  },
  designer: {
    uri: toAatConcept(300025190),
    en: 'designer',
    de: 'Konstrukteur/-in',
    fr: 'concepteur/-trice',
  },
} as const satisfies Record<string, Term>

export const dimensions = {
  height: { uri: toAatConcept(300055644), en: 'height', de: 'Höhe', fr: 'hauteur' },
  width: { uri: toAatConcept(300055647), en: 'width', de: 'Breite', fr: 'largeur' },
  length: { uri: toAatConcept(300055645), en: 'length', de: 'Länge', fr: 'longueur' },
  depth: { uri: toAatConcept(300072633), en: 'depth', de: 'Tiefe', fr: 'profondeur' },
  weight: { uri: toAatConcept(300056240), en: 'weight', de: 'Gewicht', fr: 'poids' },
} as const satisfies Record<string, Term>

export type MakerRole = keyof typeof makerRoles
export type Dimension = keyof typeof dimensions

/** The meaning of an attribute, in terms shared by the museum standards. */
export type Concept = PlainConcept | 'maker' | 'measure'

type PlainConcept =
  | 'title'
  | 'date'
  | 'place'
  | 'country'
  | 'technique'
  | 'category'
  | 'collection'
  | 'inscription'
  /** A text such as '71 × 90 cm': height, width, depth. */
  | 'size'

/** A concept, with the maker's role or the dimension measured. */
export type AttributeMeaning =
  | PlainConcept
  | { readonly maker: MakerRole }
  | { readonly measure: Dimension }

interface TypeConcepts {
  /** The type of work of all these items. */
  readonly workType: Term
  /** The event by which such an item comes into being. */
  readonly creationEvent: 'creation' | 'production'
  /** Meaning by attribute key; attributes without one are exported under their label only. */
  readonly concepts: Readonly<Record<string, AttributeMeaning>>
  /** Keys of attributes for borrowing museums, by heading of their form. */
  readonly borrowers: {
    readonly marks: readonly string[]
    readonly features: readonly string[]
    readonly literature: readonly string[]
    /** The only staff attributes that borrowers get. */
    readonly staffAttributes: readonly string[]
  }
}

/** Maps the attributes of each item type to concepts. */
export const typeConcepts: Record<ItemType, TypeConcepts> = {
  car: {
    workType: {
      uri: 'http://www.wikidata.org/entity/Q1420',
      en: 'car',
      de: 'Automobil',
      fr: 'automobile',
    },
    creationEvent: 'production',
    concepts: {
      year: 'date',
      origin: 'place',
      country: 'country',
      body: 'category',
      make: { maker: 'manufacturer' },
      designer: { maker: 'designer' },
      weight_kg: { measure: 'weight' },
      length: { measure: 'length' },
      width: { measure: 'width' },
      height: { measure: 'height' },
    },
    borrowers: {
      marks: ['chassis_number'],
      features: ['colour', 'condition'],
      literature: ['reference'],
      staffAttributes: ['condition'],
    },
  },
  art: {
    workType: {
      uri: toAatConcept(300133025),
      en: 'work of art',
      de: 'Kunstwerk',
      fr: 'œuvre d’art',
    },
    creationEvent: 'creation',
    concepts: {
      title: 'title',
      artist: { maker: 'artist' },
      year: 'date',
      technique: 'technique',
      dimensions: 'size',
      collection: 'collection',
      signature: 'inscription',
    },
    borrowers: {
      marks: ['signature'],
      features: ['condition'],
      literature: ['reference'],
      staffAttributes: ['condition'],
    },
  },
}
