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
import { aatTerm } from './aat-term.ts'
import { findMaterials } from './materials.ts'
import { type Measurement, parseYears, toMeasurements } from './measurements.ts'

const typeTerm = aatTerm('Type')
const unitTerm = aatTerm('MeasurementUnit')
const languageTerm = aatTerm('Language')

/**
 * Terms of the Art & Architecture Thesaurus that Linked Art uses to classify the parts of a record.
 */
const types = {
  typeOfWork: typeTerm(300435443, 'Type of Work'),
  painting: typeTerm(300033618, 'Painting'),
  paintingTechnique: typeTerm(300054216, 'Painting'),
  primaryName: typeTerm(300404670, 'Primary Name'),
  title: typeTerm(300195168, 'Title'),
  accessionNumber: typeTerm(300312355, 'Accession Number'),
  briefText: typeTerm(300418049, 'Brief Text'),
  description: typeTerm(300435416, 'Description'),
  materials: typeTerm(300435429, 'Material Statement'),
  dimensions: typeTerm(300435430, 'Dimension Statement'),
  inscription: typeTerm(300435414, 'Inscription'),
  credit: typeTerm(300435418, 'Credit Line'),
  rights: typeTerm(300435434, 'Copyright/License Statement'),
  webPage: typeTerm(300264578, 'Web Page'),
  digitalImage: typeTerm(300215302, 'Digital Image'),
} as const

const units: Record<Measurement['unit'], ReturnType<typeof unitTerm>> = {
  mm: unitTerm(300379097, 'millimeters'),
  cm: unitTerm(300379098, 'centimeters'),
  m: unitTerm(300379099, 'meters'),
  kg: unitTerm(300379226, 'kilograms'),
}

const toLanguageTerm = (lang: LabelLanguage) =>
  languageTerm(languages[lang].aat, languages[lang].name)

/** Address of the version of the model; also the profile of the media type. */
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

/** An object with a list as property, or without properties if the list is empty. */
const optionalList = <Key extends string>(key: Key, values: readonly object[]) =>
  values.length > 0 ? { [key]: values } : {}

const languageProperty = ({ lang }: LocalizedText) =>
  lang === '' ? {} : { language: [toLanguageTerm(lang)] }

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

/** Kinds of statements by concept of an attribute; others are brief texts. */
const statementKinds = {
  technique: types.materials,
  size: types.dimensions,
  inscription: types.inscription,
  collection: types.credit,
} as const satisfies Partial<Record<NonNullable<RecordAttribute['concept']>, object>>

const getStatementKind = (concept: RecordAttribute['concept']) =>
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
          getStatementKind(attribute.concept),
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
    ...optionalList(
      'carried_out_by',
      makers.map((maker) => toActor(maker, id)),
    ),
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
const toActor = ({ key, values: [{ text }], kind }: RecordMaker, recordId: string) => ({
  id: `${recordId}#${encodeURIComponent(key)}`,
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

const toDimension = ({ dimension, value, unit }: Measurement) => ({
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
