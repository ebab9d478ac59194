import type { ItemType } from '@vitrine/contract'

/** A term of a vocabulary that other programs know, with its name. */
export interface Term {
  readonly uri: string
  readonly en: string
  readonly de: string
  readonly fr: string
}

const aat = (id: number) => `http://vocab.getty.edu/aat/${id}`

/** The roles that a person may have for an item. */
export const makerRoles = {
  artist: { uri: aat(300025103), en: 'artist', de: 'Künstler/-in', fr: 'artiste' },
  manufacturer: { uri: aat(300025230), en: 'manufacturer', de: 'Hersteller', fr: 'fabricant' },
  designer: {
    uri: aat(300025190),
    en: 'designer',
    de: 'Konstrukteur/-in',
    fr: 'concepteur/-trice',
  },
} as const satisfies Record<string, Term>

export const dimensions = {
  height: { uri: aat(300055644), en: 'height', de: 'Höhe', fr: 'hauteur' },
  width: { uri: aat(300055647), en: 'width', de: 'Breite', fr: 'largeur' },
  length: { uri: aat(300055645), en: 'length', de: 'Länge', fr: 'longueur' },
  depth: { uri: aat(300072633), en: 'depth', de: 'Tiefe', fr: 'profondeur' },
  weight: { uri: aat(300056240), en: 'weight', de: 'Gewicht', fr: 'poids' },
} as const satisfies Record<string, Term>

export type MakerRole = keyof typeof makerRoles
export type Dimension = keyof typeof dimensions

/** The meaning of an attribute, in words that museum standards share. */
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
  /** In words, such as '71 × 90 cm': height, width, depth. */
  | 'size'

/** A concept, with the maker's role or the dimension measured. */
export type AttributeMeaning =
  | PlainConcept
  | { readonly maker: MakerRole }
  | { readonly measure: Dimension }

interface TypeConcepts {
  /** The kind of thing that all of them are. */
  readonly is: Term
  /** The event by which such a thing comes into being. */
  readonly made: 'creation' | 'production'
  /** By attribute; one that is not here is exported under its label alone. */
  readonly concepts: Readonly<Record<string, AttributeMeaning>>
  /** Attributes for museums that borrow an item, by meaning. */
  readonly borrowers: {
    readonly marks: readonly string[]
    readonly features: readonly string[]
    readonly literature: readonly string[]
    /** Attributes for staff that borrowers get nevertheless; they get no others. */
    readonly unlessPublic: readonly string[]
  }
}

/** How the attributes of each kind of item map to concepts. */
export const typeConcepts: Record<ItemType, TypeConcepts> = {
  car: {
    is: {
      uri: 'http://www.wikidata.org/entity/Q1420',
      en: 'car',
      de: 'Automobil',
      fr: 'automobile',
    },
    made: 'production',
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
      unlessPublic: ['condition'],
    },
  },
  art: {
    is: { uri: aat(300133025), en: 'work of art', de: 'Kunstwerk', fr: 'œuvre d’art' },
    made: 'creation',
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
      unlessPublic: ['condition'],
    },
  },
}
