import { linkedArtPath, manifestPath } from '../../factsheets/index.ts'
import { dimensions, roles } from '../concepts.ts'
import { measurementsOf, yearsIn } from '../measurements.ts'
import {
  attributesAbout,
  type ExchangeRecord,
  type LocalizedText,
  type RecordAttribute,
  type RecordMaker,
  type RecordPicture,
  withUnit,
} from '../record.ts'
import { materialsIn } from './materials.ts'
import { languageTerm, types, units } from './terms.ts'

/** Names the version of the model; also the profile of the media type. */
const linkedArtContext = 'https://linked.art/ns/v1/linked-art.json'

/** A record as Linked Art 1.0 (https://linked.art/api/1.0/endpoint/physical_object/). */
export function linkedArtOf(record: ExchangeRecord) {
  const { type, number, names, site } = record
  const id = `${site}${linkedArtPath(type, number)}`
  const technique = attributesAbout(record, 'technique')[0]?.values[0].text ?? ''
  const { materials, isPainting } = materialsIn(technique)
  return {
    '@context': linkedArtContext,
    id,
    type: 'HumanMadeObject',
    _label: names[0].text,
    classified_as: [
      { id: record.is.uri, type: 'Type', _label: record.is.en, classified_as: [types.typeOfWork] },
      ...(isPainting ? [{ ...types.painting, classified_as: [types.typeOfWork] }] : []),
    ],
    identified_by: [
      { type: 'Identifier', content: record.identifier, classified_as: [types.accessionNumber] },
      ...names.map((name) => nameOf(name, types.primaryName)),
      ...attributesAbout(record, 'title')
        .map(({ values }) => values[0])
        .filter(({ text }) => names.every((name) => name.text !== text))
        .map((title) => nameOf(title, types.title)),
    ],
    referred_to_by: statementsOf(record),
    produced_by: productionOf(record, id, isPainting),
    ...listed('made_of', materials),
    ...listed('dimension', measurementsOf(record).map(dimensionOf)),
    current_custodian: [{ id: record.museumPage, type: 'Group', _label: record.museum }],
    ...listed('representation', record.pictures.map(representationOf)),
    subject_of: [
      documentOf(record.page, 'text/html', { classified_as: [types.webPage] }),
      ...(record.pictures.length > 0 ? [manifestOf(`${site}${manifestPath(type, number)}`)] : []),
    ],
  }
}

const presentation = 'http://iiif.io/api/presentation/3'
const imageApi = 'http://iiif.io/api/image/3'

/** A property that is omitted where it would be empty. */
const listed = <Key extends string>(key: Key, values: readonly object[]) => (values.length > 0 ? { [key]: values } : {})

const inLanguage = ({ lang }: LocalizedText) => (lang === '' ? {} : { language: [languageTerm(lang)] })

const nameOf = (name: LocalizedText, kind: object) => ({
  type: 'Name',
  content: name.text,
  classified_as: [kind],
  ...inLanguage(name),
})

const statement = (words: LocalizedText, kind: object, more: object = {}) => ({
  type: 'LinguisticObject',
  content: words.text,
  classified_as: kind === types.briefText ? [kind] : [{ ...kind, classified_as: [types.briefText] }],
  ...inLanguage(words),
  ...more,
})

const statementKinds = {
  technique: types.materials,
  size: types.dimensions,
  inscription: types.inscription,
  collection: types.credit,
} as const satisfies Partial<Record<NonNullable<RecordAttribute['concept']>, object>>

const kindOf = (concept: RecordAttribute['concept']) =>
  concept && concept in statementKinds ? statementKinds[concept as keyof typeof statementKinds] : types.briefText

/** All texts: the description, each attribute under its labels, and the licence. */
function statementsOf(record: ExchangeRecord): object[] {
  const rights = licensed(record.licence)
  return [
    ...record.descriptions.map((description) =>
      statement(description, types.description, listed('referred_to_by', rights)),
    ),
    ...record.attributes.flatMap((attribute) =>
      attribute.values.map((value) =>
        statement({ text: withUnit(attribute, value), lang: value.lang }, kindOf(attribute.concept), {
          identified_by: attribute.labels.map((label) => ({ type: 'Name', content: label.text, ...inLanguage(label) })),
        }),
      ),
    ),
    ...rights,
  ]
}

const licensed = (licence: ExchangeRecord['licence']): object[] =>
  licence ? [statement({ text: `${licence.label} (${licence.uri})`, lang: '' }, types.rights)] : []

function productionOf(record: ExchangeRecord, id: string, isPainting: boolean): object {
  const [date] = attributesAbout(record, 'date')
  const places = [...attributesAbout(record, 'place'), ...attributesAbout(record, 'country')]
  const { makers } = record
  return {
    type: 'Production',
    ...(date && { timespan: timespanOf(date) }),
    ...listed('carried_out_by', makers.map(makerOf(id))),
    ...listed(
      'took_place_at',
      places.map(({ key, values }) => ({
        id: `${id}#${encodeURIComponent(key)}`,
        type: 'Place',
        _label: values[0].text,
      })),
    ),
    ...(isPainting && { technique: [types.paintingTechnique] }),
    ...listed('referred_to_by', makers.map(roleOf)),
  }
}

/** People have no addresses of their own, so theirs is a part of the record's. */
const makerOf =
  (id: string) =>
  ({ key, values: [{ text }], is }: RecordMaker) => ({
    id: `${id}#${encodeURIComponent(key)}`,
    type: is === 'person' ? 'Person' : 'Group',
    _label: text,
  })

const roleOf = ({ role, values: [{ text }] }: RecordMaker): object =>
  statement({ text: `${roles[role].en}: ${text}`, lang: 'en' }, types.briefText)

const fourDigits = (year: number) => String(year).padStart(4, '0')

function timespanOf({ values }: RecordAttribute): object {
  const years = yearsIn(values[0].text)
  return {
    type: 'TimeSpan',
    identified_by: values.map((value) => ({ type: 'Name', content: value.text, ...inLanguage(value) })),
    ...(years?.exact && {
      begin_of_the_begin: `${fourDigits(years.earliest)}-01-01T00:00:00Z`,
      end_of_the_end: `${fourDigits(years.latest)}-12-31T23:59:59Z`,
    }),
  }
}

const dimensionOf = ({ dimension, value, unit }: ReturnType<typeof measurementsOf>[number]) => ({
  type: 'Dimension',
  value: Number(value),
  unit: units[unit],
  classified_as: [{ id: dimensions[dimension].uri, type: 'Type', _label: dimensions[dimension].en }],
})

function representationOf({ image, full, credit, alt, licence }: RecordPicture): object {
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
        ...listed('referred_to_by', [
          ...alt.map((text) => statement(text, types.description)),
          ...(credit ? [statement({ text: credit, lang: '' }, types.credit)] : []),
          ...licensed(licence),
        ]),
      },
    ],
  }
}

const documentOf = (address: string, format: string, more: object) => ({
  type: 'LinguisticObject',
  digitally_carried_by: [
    { type: 'DigitalObject', format, access_point: [{ id: address, type: 'DigitalObject' }], ...more },
  ],
})

const manifestOf = (address: string) =>
  documentOf(address, `application/ld+json;profile="${presentation}/context.json"`, {
    conforms_to: [{ id: presentation, type: 'InformationObject' }],
  })
