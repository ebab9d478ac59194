import {
  type Attribute,
  type AttributeKind,
  attributeLabel,
  formatAttributeValue,
  getOriginalText,
  type ItemType,
  inventoryTypes,
  type LabelLanguage,
  type LicenceId,
  labelLanguages,
  licences,
  listTranslatableFields,
  type PictureKind,
  parseMake,
  type TextLanguage,
  textLanguages,
  toPublicNumber,
} from '@vitrine/contract'
import type { Config } from '../../config/config.ts'
import { getImagePath, itemUrl, type VisitorItem } from '../factsheets/index.ts'
import {
  type AttributeMeaning,
  type Concept,
  type Dimension,
  type MakerRole,
  type Term,
  typeConcepts,
} from './concepts.ts'

/** A text with its language: empty if unknown, and for names, numbers and codes. */
export interface LocalizedText {
  readonly text: string
  readonly lang: LabelLanguage | ''
}

export interface RecordAttribute {
  readonly key: string
  readonly concept: Concept | null
  /** Set if the concept is 'maker'. */
  readonly role: MakerRole | null
  /** Set if the concept is 'measure'. */
  readonly dimension: Dimension | null
  readonly kind: AttributeKind
  readonly unit: string
  /** At least in English. */
  readonly labels: readonly LocalizedText[]
  /** The value as typed by staff, then its translations. */
  readonly values: readonly [LocalizedText, ...LocalizedText[]]
}

/** A person or firm involved in making the item. */
export interface RecordMaker extends Pick<RecordAttribute, 'key' | 'values'> {
  readonly role: MakerRole
  readonly kind: 'person' | 'group' | 'organisation'
}

export interface RecordPicture {
  /** Short content hash, as in addresses: `/iiif/3/{name}/…`. */
  readonly name: string
  readonly width: number
  readonly height: number
  readonly kind: PictureKind
  /** Address of the size for screens. */
  readonly address: string
  /** Address of a smaller size, for lists. */
  readonly preview: string
  /** Base address in the IIIF Image API. */
  readonly image: string
  /** Address of the largest size that is served. */
  readonly full: string
  readonly credit: string
  readonly alt: readonly LocalizedText[]
  /** The picture's own licence, else the foundation's; null if neither is set. */
  readonly licence: Licence | null
  /** Whether the picture has a licence of its own: the foundation may then not hold the rights. */
  readonly hasOwnLicence: boolean
}

type Licence = (typeof licences)[LicenceId]

/** An item in the terms of museum standards, with its texts in all languages. */
export interface ObjectRecord {
  readonly id: number
  readonly type: ItemType
  readonly identifier: string
  /** The number in its public address. */
  readonly number: number
  readonly page: string
  readonly site: string
  readonly museum: string
  /** The start page of the museum. */
  readonly museumPage: string
  readonly foundation: string
  /** The type of work. */
  readonly workType: Term
  readonly creationEvent: 'creation' | 'production'
  /** The original, then its translations. Falls back to the identifier. */
  readonly names: readonly [LocalizedText, ...LocalizedText[]]
  readonly descriptions: readonly LocalizedText[]
  readonly attributes: readonly RecordAttribute[]
  readonly makers: readonly RecordMaker[]
  /** Public pictures only; the first is the cover. */
  readonly pictures: readonly RecordPicture[]
  /** Licence of the texts. */
  readonly licence: Licence | null
}

export interface RecordContext {
  readonly site: string
  readonly config: Pick<Config, 'foundation' | 'licences'>
}

/** Keys of attributes left out: a file name is useless without the file. */
const omittedAttributes = ['mp3']

/** Builds a record from an item as visitors see it, so that it can't contain anything else. */
export function toObjectRecord(
  item: VisitorItem,
  definitions: readonly Attribute[],
  { site, config }: RecordContext,
): ObjectRecord {
  const { id, type_name: type, identifier } = item
  const [name = { text: identifier, lang: '' }, ...translatedNames] = listTranslations(item, 'name')
  const attributes = toRecordAttributes(item, definitions)
  return {
    id,
    type,
    identifier,
    number: toPublicNumber(type, id),
    page: itemUrl(site, type, id),
    site,
    museum: inventoryTypes[type].museum,
    museumPage: `${site}${inventoryTypes[type].start}`,
    foundation: config.foundation.name,
    workType: typeConcepts[type].workType,
    creationEvent: typeConcepts[type].creationEvent,
    names: [name, ...translatedNames],
    descriptions: listTranslations(item, 'description'),
    attributes,
    makers: toMakers(item, attributes),
    pictures: toRecordPictures(item, site, config.licences.pictures),
    licence: toLicence(config.licences.texts),
  }
}

const toLicence = (id: LicenceId | null): Licence | null => id && licences[id]

/** The original and its checked translations; none if the original is empty. */
function listTranslations(item: VisitorItem, field: string): LocalizedText[] {
  const text = getOriginalText(item, field).trim()
  if (text === '') return []
  const translations = textLanguages.flatMap((lang): LocalizedText[] => {
    if (lang === item.language) return []
    const translation = item.texts[lang]?.[field]?.text.trim()
    return translation ? [{ text: translation, lang }] : []
  })
  return [{ text, lang: item.language }, ...translations]
}

function toRecordAttributes(
  item: VisitorItem,
  definitions: readonly Attribute[],
): RecordAttribute[] {
  const translatableKeys = listTranslatableFields(definitions)
  const concepts = typeConcepts[item.type_name].concepts
  return definitions.flatMap((attribute): RecordAttribute[] => {
    const { tag_key: key, kind, unit } = attribute
    const text = item.tags[key]?.trim()
    if (!text || omittedAttributes.includes(key)) return []
    const texts = translatableKeys.includes(key)
      ? listTranslations(item, key)
      : withGlossaryTranslations(attribute, text)
    const [value = { text, lang: '' }, ...translations] = texts
    return [
      {
        key,
        ...splitMeaning(concepts[key] ?? null),
        kind,
        unit,
        labels: listLabels(attribute),
        values: [value, ...translations],
      },
    ]
  })
}

function splitMeaning(
  meaning: AttributeMeaning | null,
): Pick<RecordAttribute, 'concept' | 'role' | 'dimension'> {
  if (meaning === null || typeof meaning === 'string')
    return { concept: meaning, role: null, dimension: null }
  return 'maker' in meaning
    ? { concept: 'maker', role: meaning.maker, dimension: null }
    : { concept: 'measure', role: null, dimension: meaning.measure }
}

/**
 * Makers from attributes, and the make in the item's name unless an attribute names the
 * manufacturer.
 */
function toMakers(item: VisitorItem, attributes: readonly RecordAttribute[]): RecordMaker[] {
  const makers = attributes.flatMap(({ key, role, values }): RecordMaker[] =>
    role ? [{ key, role, values, kind: getMakerKind(role, values[0].text) }] : [],
  )
  const make = parseMake(item.type_name, getOriginalText(item, 'name'))
  if (make === '' || makers.some(({ role }) => role === 'manufacturer')) return makers
  return [
    { key: 'make', role: 'manufacturer', values: [{ text: make, lang: '' }], kind: 'organisation' },
    ...makers,
  ]
}

/** One field may hold several names, with separators between them. */
function getMakerKind(role: MakerRole, names: string): RecordMaker['kind'] {
  if (role === 'manufacturer') return 'organisation'
  return /[,;&/]/.test(names) ? 'group' : 'person'
}

/** A value as typed, and its translations in the glossary. */
function withGlossaryTranslations(attribute: Attribute, text: string): LocalizedText[] {
  // Numbers stay as they are, because other programs parse them.
  const languages = attribute.kind === 'number' ? [] : textLanguages
  const translations = languages.map(
    (lang: TextLanguage): LocalizedText => ({
      text: formatAttributeValue(attribute, text, lang),
      lang,
    }),
  )
  return [{ text, lang: '' }, ...translations.filter((translation) => translation.text !== text)]
}

const labelCache = new WeakMap<Attribute, readonly LocalizedText[]>()

/** Labels of an attribute in all languages; cached per catalogue. */
function listLabels(attribute: Attribute): readonly LocalizedText[] {
  const cached = labelCache.get(attribute)
  if (cached) return cached
  const labels = labelLanguages
    .filter((lang) => lang === 'en' || attribute.labels[lang])
    .map(
      (lang): LocalizedText => ({ text: attributeLabel({ ...attribute, unit: '' }, lang), lang }),
    )
  labelCache.set(attribute, labels)
  return labels
}

const toRecordPictures = (
  { id, pictures }: VisitorItem,
  site: string,
  foundationLicence: LicenceId | null,
): RecordPicture[] =>
  pictures.map(({ name, width, height, kind, credit, licence, alt }) => ({
    name,
    width,
    height,
    kind,
    address: `${site}/api/image/${id}?v=${name}`,
    preview: `${site}/api/image/medium/${id}?v=${name}`,
    image: `${site}${getImagePath(name)}`,
    full: `${site}${getImagePath(name)}/full/max/0/default.jpg`,
    credit,
    alt: textLanguages.flatMap((lang): LocalizedText[] =>
      alt[lang] ? [{ text: alt[lang], lang }] : [],
    ),
    licence: toLicence(licence || foundationLicence),
    hasOwnLicence: licence !== '',
  }))

/** Appends the unit to a value that ends with a digit. */
export const formatWithUnit = (
  { unit }: Pick<RecordAttribute, 'unit'>,
  { text }: LocalizedText,
): string => (unit && /\d$/.test(text) ? `${text} ${unit}` : text)

/** The attributes of a record with this concept. */
export const findAttributes = (
  { attributes }: Pick<ObjectRecord, 'attributes'>,
  concept: Concept,
): readonly RecordAttribute[] => attributes.filter((attribute) => attribute.concept === concept)
