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
import { imagePath, itemUrl, type VisitorItem } from '../factsheets/index.ts'
import {
  type AttributeMeaning,
  type Concept,
  type Dimension,
  type MakerRole,
  type Term,
  typeConcepts,
} from './concepts.ts'

/** A text and its language; empty when unknown, or for names, numbers and codes. */
export interface LocalizedText {
  readonly text: string
  readonly lang: LabelLanguage | ''
}

export interface RecordAttribute {
  readonly key: string
  readonly concept: Concept | null
  /** Of a maker. */
  readonly role: MakerRole | null
  /** Of a measure. */
  readonly dimension: Dimension | null
  readonly kind: AttributeKind
  readonly unit: string
  /** English at least. */
  readonly labels: readonly LocalizedText[]
  /** As staff typed it, then as readers of other languages know it. */
  readonly values: readonly [LocalizedText, ...LocalizedText[]]
}

/** A person or firm that made the item, or had a part in it. */
export interface RecordMaker extends Pick<RecordAttribute, 'key' | 'values'> {
  readonly role: MakerRole
  readonly is: 'person' | 'group' | 'organisation'
}

export interface RecordPicture {
  /** The name in its addresses: `/iiif/3/{name}/…`. */
  readonly name: string
  readonly width: number
  readonly height: number
  readonly kind: PictureKind
  /** Its address, large enough for a screen. */
  readonly address: string
  /** The same in a stored size, small enough for lists. */
  readonly preview: string
  /** Its address in the IIIF Image API. */
  readonly image: string
  /** In the largest size that is served. */
  readonly full: string
  readonly credit: string
  readonly alt: readonly LocalizedText[]
  /** Its own, else the foundation's; null where neither is set. */
  readonly licence: Licence | null
  /** Whether it has a licence of its own: then the foundation may not hold the rights. */
  readonly hasOwnLicence: boolean
}

type Licence = (typeof licences)[LicenceId]

/** An item in the words of museum standards, in every language there is. */
export interface ObjectRecord {
  readonly id: number
  readonly type: ItemType
  readonly identifier: string
  /** In its public address. */
  readonly number: number
  readonly page: string
  readonly site: string
  readonly museum: string
  /** The start page of the museum. */
  readonly museumPage: string
  readonly foundation: string
  /** The kind of thing. */
  readonly is: Term
  readonly made: 'creation' | 'production'
  /** The original, then its translations. There is one name at least. */
  readonly names: readonly [LocalizedText, ...LocalizedText[]]
  readonly descriptions: readonly LocalizedText[]
  readonly attributes: readonly RecordAttribute[]
  readonly makers: readonly RecordMaker[]
  /** Only public ones; the first is its cover. */
  readonly pictures: readonly RecordPicture[]
  /** Of the texts. */
  readonly licence: Licence | null
}

export interface RecordContext {
  readonly site: string
  readonly config: Pick<Config, 'foundation' | 'licences'>
}

// A file's name is useless without the file.
const notPublished = ['mp3']

/** Made from the public item, so that nothing else can get into a record. */
export function toObjectRecord(
  item: VisitorItem,
  definitions: readonly Attribute[],
  { site, config }: RecordContext,
): ObjectRecord {
  const { id, type_name: type, identifier } = item
  const [name = { text: identifier, lang: '' }, ...names] = translationsOf(item, 'name')
  const attributes = attributesOf(item, definitions)
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
    is: typeConcepts[type].is,
    made: typeConcepts[type].made,
    names: [name, ...names],
    descriptions: translationsOf(item, 'description'),
    attributes,
    makers: makersOf(item, attributes),
    pictures: picturesOf(item, site, config.licences.pictures),
    licence: licenceOf(config.licences.texts),
  }
}

const licenceOf = (id: LicenceId | null): Licence | null => id && licences[id]

/** The original and its checked translations; nothing where the original is empty. */
function translationsOf(item: VisitorItem, field: string): LocalizedText[] {
  const text = getOriginalText(item, field).trim()
  if (text === '') return []
  const translations = textLanguages.flatMap((lang): LocalizedText[] => {
    const translated = lang === item.language ? '' : (item.texts[lang]?.[field]?.text.trim() ?? '')
    return translated ? [{ text: translated, lang }] : []
  })
  return [{ text, lang: item.language }, ...translations]
}

function attributesOf(item: VisitorItem, definitions: readonly Attribute[]): RecordAttribute[] {
  const translated = listTranslatableFields(definitions)
  const concepts = typeConcepts[item.type_name].concepts
  return definitions.flatMap((attribute): RecordAttribute[] => {
    const { tag_key: key, kind, unit } = attribute
    const text = item.tags[key]?.trim()
    if (!text || notPublished.includes(key)) return []
    const inLanguages = translated.includes(key)
      ? translationsOf(item, key)
      : fromGlossary(attribute, text)
    const [value = { text, lang: '' }, ...values] = inLanguages
    return [
      {
        key,
        ...meaningOf(concepts[key] ?? null),
        kind,
        unit,
        labels: labelsOf(attribute),
        values: [value, ...values],
      },
    ]
  })
}

function meaningOf(
  meaning: AttributeMeaning | null,
): Pick<RecordAttribute, 'concept' | 'role' | 'dimension'> {
  if (meaning === null || typeof meaning === 'string')
    return { concept: meaning, role: null, dimension: null }
  return 'maker' in meaning
    ? { concept: 'maker', role: meaning.maker, dimension: null }
    : { concept: 'measure', role: null, dimension: meaning.measure }
}

/** The makers that attributes name, and the make in the item's name unless an attribute says it. */
function makersOf(item: VisitorItem, attributes: readonly RecordAttribute[]): RecordMaker[] {
  const named = attributes.flatMap(({ key, role, values }): RecordMaker[] =>
    role ? [{ key, role, values, is: kindOfMaker(role, values[0].text) }] : [],
  )
  const make = parseMake(item.type_name, getOriginalText(item, 'name'))
  if (make === '' || named.some(({ role }) => role === 'manufacturer')) return named
  return [
    { key: 'make', role: 'manufacturer', values: [{ text: make, lang: '' }], is: 'organisation' },
    ...named,
  ]
}

/** Several names are typed into one field. */
const kindOfMaker = (role: MakerRole, names: string): RecordMaker['is'] =>
  role === 'manufacturer' ? 'organisation' : /[,;&/]/.test(names) ? 'group' : 'person'

/** A value as typed, and in the other languages of the glossary. */
function fromGlossary(attribute: Attribute, text: string): LocalizedText[] {
  // Numbers are left as they are: other programs read them.
  const known = attribute.kind === 'number' ? [] : textLanguages
  const others = known.map(
    (lang: TextLanguage): LocalizedText => ({
      text: formatAttributeValue(attribute, text, lang),
      lang,
    }),
  )
  return [{ text, lang: '' }, ...others.filter((other) => other.text !== text)]
}

const knownLabels = new WeakMap<Attribute, readonly LocalizedText[]>()

/** Computed once per catalogue. */
function labelsOf(attribute: Attribute): readonly LocalizedText[] {
  const known = knownLabels.get(attribute)
  if (known) return known
  const labels = labelLanguages
    .filter((lang) => lang === 'en' || attribute.labels[lang])
    .map(
      (lang): LocalizedText => ({ text: attributeLabel({ ...attribute, unit: '' }, lang), lang }),
    )
  knownLabels.set(attribute, labels)
  return labels
}

const picturesOf = (
  { id, pictures }: VisitorItem,
  site: string,
  licence: LicenceId | null,
): RecordPicture[] =>
  pictures.map(({ name, width, height, kind, credit, licence: own, alt }) => ({
    name,
    width,
    height,
    kind,
    address: `${site}/api/image/${id}?v=${name}`,
    preview: `${site}/api/image/medium/${id}?v=${name}`,
    image: `${site}${imagePath(name)}`,
    full: `${site}${imagePath(name)}/full/max/0/default.jpg`,
    credit,
    alt: textLanguages.flatMap((lang): LocalizedText[] =>
      alt[lang] ? [{ text: alt[lang], lang }] : [],
    ),
    licence: licenceOf(own || licence),
    hasOwnLicence: own !== '',
  }))

/** A value as readers write it: a number with its unit. */
export const formatWithUnit = (
  { unit }: Pick<RecordAttribute, 'unit'>,
  { text }: LocalizedText,
): string => (unit && /\d$/.test(text) ? `${text} ${unit}` : text)

/** The attributes of a record under a concept. */
export const findAttributes = (
  { attributes }: Pick<ObjectRecord, 'attributes'>,
  concept: Concept,
): readonly RecordAttribute[] => attributes.filter((attribute) => attribute.concept === concept)
