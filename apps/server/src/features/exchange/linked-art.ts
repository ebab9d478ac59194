import { type LabelLanguage, languages } from '@vitrine/contract'
import { linkedArtPath, manifestPath } from '../factsheets/index.ts'
import {
  dimensions,
  findAttributes,
  formatWithUnit,
  type LocalizedText,
  makerRoles,
  type ObjectRecord,
  type RecordAttribute,
  type RecordMaker,
  type RecordPicture,
} from '../object-record/index.ts'
import { type Measurement, parseYears, toMeasurements } from './measurements.ts'

const term =
  <Type extends string>(type: Type) =>
  (id: number, label: string) => ({ id: `http://vocab.getty.edu/aat/${id}`, type, _label: label })

const concept = term('Type')
const unit = term('MeasurementUnit')
const language = term('Language')
const material = term('Material')

/**
 * Terms of the Art & Architecture Thesaurus that Linked Art uses to classify the parts of a record.
 */
const types = {
  typeOfWork: concept(300435443, 'Type of Work'),
  painting: concept(300033618, 'Painting'),
  paintingTechnique: concept(300054216, 'Painting'),
  primaryName: concept(300404670, 'Primary Name'),
  title: concept(300195168, 'Title'),
  accessionNumber: concept(300312355, 'Accession Number'),
  briefText: concept(300418049, 'Brief Text'),
  description: concept(300435416, 'Description'),
  materials: concept(300435429, 'Material Statement'),
  dimensions: concept(300435430, 'Dimension Statement'),
  inscription: concept(300435414, 'Inscription'),
  credit: concept(300435418, 'Credit Line'),
  rights: concept(300435434, 'Copyright/License Statement'),
  webPage: concept(300264578, 'Web Page'),
  digitalImage: concept(300215302, 'Digital Image'),
} as const

const units: Record<Measurement['unit'], ReturnType<typeof unit>> = {
  mm: unit(300379097, 'millimeters'),
  cm: unit(300379098, 'centimeters'),
  m: unit(300379099, 'meters'),
  kg: unit(300379226, 'kilograms'),
}

const languageTerm = (lang: LabelLanguage) => language(languages[lang].aat, languages[lang].name)

const oil = material(300015050, 'oil paint')
const watercolour = material(300015045, 'watercolor')
const gouache = material(300070114, 'gouache')
const tempera = material(300015062, 'tempera')
const ink = material(300015012, 'ink')
const charcoal = material(300022414, 'charcoal')
const chalk = material(300011727, 'chalk')
const canvas = material(300014078, 'canvas')
const paper = material(300014109, 'paper')
const cardboard = material(300014224, 'cardboard')
const wood = material(300011914, 'wood')
const copper = material(300011020, 'copper')
const glass = material(300010797, 'glass')

/** Media by the words of catalogues in four languages. */
const media = new Map([
  ...findWords(oil, 'huile', 'öl', 'oil', 'olio'),
  ...findWords(watercolour, 'aquarelle', 'aquarell', 'watercolour', 'watercolor', 'acquerello'),
  ...findWords(gouache, 'gouache'),
  ...findWords(tempera, 'tempera', 'détrempe'),
  ...findWords(ink, 'encre', 'tinte', 'tusche', 'ink', 'inchiostro'),
  ...findWords(charcoal, 'fusain', 'kohle', 'charcoal', 'carboncino'),
  ...findWords(chalk, 'craie', 'kreide', 'chalk'),
])

/** Supports by the words of catalogues in four languages. */
const supports = new Map([
  ...findWords(canvas, 'toile', 'leinwand', 'canvas', 'tela'),
  ...findWords(paper, 'papier', 'paper', 'carta'),
  ...findWords(cardboard, 'carton', 'karton', 'cardboard', 'cartone'),
  ...findWords(wood, 'bois', 'holz', 'wood', 'legno'),
  ...findWords(copper, 'cuivre', 'kupfer', 'copper', 'rame'),
  ...findWords(glass, 'verre', 'glas', 'glass', 'vetro'),
])

/** Only the beginning of a longer text is searched, to limit the time. */
const maxTechniqueLength = 200

/** A work in these media only is a painting. */
const paints: ReadonlySet<unknown> = new Set([oil, tempera])

function findWords<T>(material: T, ...words: readonly string[]): (readonly [string, T])[] {
  return words.map((word) => [word, material] as const)
}

/** Splits 'gouache and ink on paper' into 'gouache and ink' and 'paper'. */
const mediaOnSupport = /^(.*?)\s(?:sur|auf|on|su)\s+(\p{L}+)/u
/** A comma, or 'and' in one of the languages. */
const mediaSeparator = /(?<!\s)(?:\s*,|\s+(?:et|und|and|e)\s)\s*/

/**
 * Finds the materials of a technique such as 'Gouache and ink on paper'. Returns none unless all
 * media and the support are known: a woodcut ('Gravure sur bois') is not made of wood.
 */
export function findMaterials(technique: string) {
  const [, mediaText = '', supportText = ''] =
    mediaOnSupport.exec(technique.toLowerCase().slice(0, maxTechniqueLength)) ?? []
  const support = supports.get(supportText)
  const usedMedia = mediaText.split(mediaSeparator).map((word) => media.get(word))
  if (!support || usedMedia.some((medium) => medium === undefined))
    return { materials: [], isPainting: false }

  const materials = [...new Set(usedMedia.filter((medium) => medium !== undefined))]
  return {
    materials: [...materials, support],
    isPainting: materials.every((medium) => paints.has(medium)),
  }
}

/** Identifies the version of the model; also the profile of the media type. */
const linkedArtContext = 'https://linked.art/ns/v1/linked-art.json'

/** Converts a record to Linked Art 1.0 (https://linked.art/api/1.0/endpoint/physical_object/). */
export function toLinkedArt(record: ObjectRecord) {
  const { type, number, names, site } = record
  const id = `${site}${linkedArtPath(type, number)}`
  const technique = findAttributes(record, 'technique')[0]?.values[0].text ?? ''
  const { materials, isPainting } = findMaterials(technique)
  return {
    '@context': linkedArtContext,
    id,
    type: 'HumanMadeObject',
    _label: names[0].text,
    classified_as: [
      {
        id: record.workType.uri,
        type: 'Type',
        _label: record.workType.en,
        classified_as: [types.typeOfWork],
      },
      ...(isPainting ? [{ ...types.painting, classified_as: [types.typeOfWork] }] : []),
    ],
    identified_by: [
      { type: 'Identifier', content: record.identifier, classified_as: [types.accessionNumber] },
      ...names.map((name) => toName(name, types.primaryName)),
      ...findAttributes(record, 'title')
        .map(({ values }) => values[0])
        .filter(({ text }) => names.every((name) => name.text !== text))
        .map((title) => toName(title, types.title)),
    ],
    referred_to_by: toStatements(record),
    produced_by: toProduction(record, id, isPainting),
    ...optionalList('made_of', materials),
    ...optionalList('dimension', toMeasurements(record).map(toDimension)),
    current_custodian: [{ id: record.museumPage, type: 'Group', _label: record.museum }],
    ...optionalList('representation', record.pictures.map(toRepresentation)),
    subject_of: [
      toDocument(record.page, 'text/html', { classified_as: [types.webPage] }),
      ...(record.pictures.length > 0
        ? [toManifestDocument(`${site}${manifestPath(type, number)}`)]
        : []),
    ],
  }
}

const presentationApi = 'http://iiif.io/api/presentation/3'
const imageApi = 'http://iiif.io/api/image/3'

/** A property, or none if it would be empty. */
const optionalList = <Key extends string>(key: Key, values: readonly object[]) =>
  values.length > 0 ? { [key]: values } : {}

const languageProperty = ({ lang }: LocalizedText) =>
  lang === '' ? {} : { language: [languageTerm(lang)] }

const toName = (name: LocalizedText, kind: object) => ({
  type: 'Name',
  content: name.text,
  classified_as: [kind],
  ...languageProperty(name),
})

const toStatement = (statement: LocalizedText, kind: object, properties: object = {}) => ({
  type: 'LinguisticObject',
  content: statement.text,
  classified_as:
    kind === types.briefText ? [kind] : [{ ...kind, classified_as: [types.briefText] }],
  ...languageProperty(statement),
  ...properties,
})

const statementKinds = {
  technique: types.materials,
  size: types.dimensions,
  inscription: types.inscription,
  collection: types.credit,
} as const satisfies Partial<Record<NonNullable<RecordAttribute['concept']>, object>>

const statementKind = (concept: RecordAttribute['concept']) =>
  concept && concept in statementKinds
    ? statementKinds[concept as keyof typeof statementKinds]
    : types.briefText

/** Statements for the description, each attribute with its labels, and the licence. */
function toStatements(record: ObjectRecord): object[] {
  const rights = licenceStatements(record.licence)
  return [
    ...record.descriptions.map((description) =>
      toStatement(description, types.description, optionalList('referred_to_by', rights)),
    ),
    ...record.attributes.flatMap((attribute) =>
      attribute.values.map((value) =>
        toStatement(
          { text: formatWithUnit(attribute, value), lang: value.lang },
          statementKind(attribute.concept),
          {
            identified_by: attribute.labels.map((label) => ({
              type: 'Name',
              content: label.text,
              ...languageProperty(label),
            })),
          },
        ),
      ),
    ),
    ...rights,
  ]
}

const licenceStatements = (licence: ObjectRecord['licence']): object[] =>
  licence
    ? [toStatement({ text: `${licence.label} (${licence.uri})`, lang: '' }, types.rights)]
    : []

function toProduction(record: ObjectRecord, id: string, isPainting: boolean): object {
  const [date] = findAttributes(record, 'date')
  const places = [...findAttributes(record, 'place'), ...findAttributes(record, 'country')]
  const { makers } = record
  return {
    type: 'Production',
    ...(date && { timespan: toTimespan(date) }),
    ...optionalList('carried_out_by', makers.map(makerConverter(id))),
    ...optionalList(
      'took_place_at',
      places.map(({ key, values }) => ({
        id: `${id}#${encodeURIComponent(key)}`,
        type: 'Place',
        _label: values[0].text,
      })),
    ),
    ...(isPainting && { technique: [types.paintingTechnique] }),
    ...optionalList('referred_to_by', makers.map(toRoleStatement)),
  }
}

/** Makers have no addresses of their own: their ids are fragments of the record's address. */
const makerConverter =
  (id: string) =>
  ({ key, values: [{ text }], kind }: RecordMaker) => ({
    id: `${id}#${encodeURIComponent(key)}`,
    type: kind === 'person' ? 'Person' : 'Group',
    _label: text,
  })

const toRoleStatement = ({ role, values: [{ text }] }: RecordMaker): object =>
  toStatement({ text: `${makerRoles[role].en}: ${text}`, lang: 'en' }, types.briefText)

const formatYear = (year: number) => String(year).padStart(4, '0')

function toTimespan({ values }: RecordAttribute): object {
  const years = parseYears(values[0].text)
  return {
    type: 'TimeSpan',
    identified_by: values.map((value) => ({
      type: 'Name',
      content: value.text,
      ...languageProperty(value),
    })),
    ...(years?.isExact && {
      begin_of_the_begin: `${formatYear(years.earliest)}-01-01T00:00:00Z`,
      end_of_the_end: `${formatYear(years.latest)}-12-31T23:59:59Z`,
    }),
  }
}

const toDimension = ({ dimension, value, unit }: ReturnType<typeof toMeasurements>[number]) => ({
  type: 'Dimension',
  value: Number(value),
  unit: units[unit],
  classified_as: [
    { id: dimensions[dimension].uri, type: 'Type', _label: dimensions[dimension].en },
  ],
})

function toRepresentation({ image, full, credit, alt, licence }: RecordPicture): object {
  return {
    type: 'VisualItem',
    digitally_shown_by: [
      {
        type: 'DigitalObject',
        classified_as: [types.digitalImage],
        format: 'image/jpeg',
        access_point: [{ id: full, type: 'DigitalObject' }],
        digitally_available_via: [
          {
            type: 'DigitalService',
            access_point: [{ id: image, type: 'DigitalObject' }],
            conforms_to: [{ id: imageApi, type: 'InformationObject' }],
          },
        ],
        ...optionalList('referred_to_by', [
          ...alt.map((text) => toStatement(text, types.description)),
          ...(credit ? [toStatement({ text: credit, lang: '' }, types.credit)] : []),
          ...licenceStatements(licence),
        ]),
      },
    ],
  }
}

const toDocument = (address: string, format: string, properties: object) => ({
  type: 'LinguisticObject',
  digitally_carried_by: [
    {
      type: 'DigitalObject',
      format,
      access_point: [{ id: address, type: 'DigitalObject' }],
      ...properties,
    },
  ],
})

const toManifestDocument = (address: string) =>
  toDocument(address, `application/ld+json;profile="${presentationApi}/context.json"`, {
    conforms_to: [{ id: presentationApi, type: 'InformationObject' }],
  })
