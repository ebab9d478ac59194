import type { Term } from '../object-record/index.ts'

/** Address of a term in the LIDO Terminology. */
const lidoTerm = (number: number) =>
  `http://terminology.lido-schema.org/lido${String(number).padStart(5, '0')}`

/** Types of identifiers: an address, or an id within this museum. */
export const uriType = { 'lido:type': lidoTerm(99) }
export const localIdType = { 'lido:type': lidoTerm(100) }

export const inventoryNumber = lidoTerm(113)
export const preferredTerm = lidoTerm(169)
export const alternateTerm = lidoTerm(170)
export const techniqueTerm = lidoTerm(131)
export const actorTypes = {
  person: lidoTerm(163),
  group: lidoTerm(166),
  organisation: lidoTerm(413),
} as const
export const currentRepository = lidoTerm(475)
export const lidoRecord = lidoTerm(470)
export const creationDate = lidoTerm(472)
export const exactDate = lidoTerm(528)
export const estimatedDate = lidoTerm(529)
export const previewPicture = lidoTerm(451)
export const providedPicture = lidoTerm(464)
/** Marks a licence chosen for this object, as opposed to a kind of rights. */
export const specificRights = lidoTerm(921)
/** Type of a set of titles, from the Art & Architecture Thesaurus. */
export const titleType = 'http://vocab.getty.edu/aat/300417200'

export const singleItem: Term = {
  uri: lidoTerm(141),
  en: 'Item-level record',
  de: 'Einzelobjekt',
  fr: 'Objet individuel',
}

export const digitalImage: Term = {
  uri: 'http://vocab.getty.edu/aat/300215302',
  en: 'digital image',
  de: 'Digitales Bild',
  fr: 'image numérique',
}

export const eventTypes = {
  creation: { uri: lidoTerm(12), en: 'Creation', de: 'Geistige Schöpfung', fr: 'Création' },
  production: { uri: lidoTerm(7), en: 'Production', de: 'Herstellung', fr: 'Fabrication' },
} as const satisfies Record<string, Term>

export const units = {
  mm: { uri: 'http://vocab.getty.edu/aat/300379097', en: 'mm', de: 'mm', fr: 'mm' },
  cm: { uri: 'http://vocab.getty.edu/aat/300379098', en: 'cm', de: 'cm', fr: 'cm' },
  m: { uri: 'http://vocab.getty.edu/aat/300379099', en: 'm', de: 'm', fr: 'm' },
  kg: { uri: 'http://vocab.getty.edu/aat/300379226', en: 'kg', de: 'kg', fr: 'kg' },
} as const satisfies Record<string, Term>

/** Schema of EODEM 1.0, a stricter profile of LIDO 1.1. */
export const eodemProfile = 'https://lido-schema.org/schema/v1.1/lido-v1.1-profile-EODEM-v1.0.xsd'
