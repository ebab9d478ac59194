import { licences } from '@vitrine/contract'
import {
  attributesAbout,
  type Dimension,
  dimensions,
  type LocalizedText,
  type ObjectRecord,
  type RecordAttribute,
  type RecordMaker,
  type RecordPicture,
  roles,
  withUnit,
} from '../object-record/index.ts'
import {
  appellation,
  concept,
  legalBody,
  lido,
  rightsType,
  texts,
  typedConcept,
  wrap,
} from './lido-markup.ts'
import * as terms from './lido-terms.ts'
import { eodemProfile, local, uri } from './lido-terms.ts'
import { type Measurement, measurementsOf, yearsIn } from './measurements.ts'
import { element, schemaAt, type Xml, xmlDocument } from './xml.ts'

const namespace = 'http://www.lido-schema.org'

export const lidoFormat = {
  prefix: 'lido',
  schema: 'http://www.lido-schema.org/schema/v1.1/lido-v1.1.xsd',
  namespace,
} as const

const namespaces = {
  'xmlns:lido': namespace,
  'xmlns:skos': 'http://www.w3.org/2004/02/skos/core#',
  'xmlns:rdf': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  ...schemaAt(namespace, lidoFormat.schema),
}

interface Edition {
  readonly datestamp: string | null
  /** Whether the item is public: else it has no page to name. */
  readonly isPublished: boolean
  /** By the stricter rules of EODEM, for a museum that borrows the item. */
  readonly forBorrowers: boolean
}

const edition = (datestamp: string | null): Edition => ({
  datestamp,
  isPublished: true,
  forBorrowers: false,
})

const lidoFile = (record: ObjectRecord, as: Edition): string =>
  xmlDocument(element('lido:lidoWrap', namespaces, lidoElement({}, record, as)))

/** One item as a file of its own. */
export const lidoDocument = (record: ObjectRecord): string => lidoFile(record, edition(null))

/** Exhibition Object Data Exchange Model 1.0: LIDO 1.1 for handing an item to another museum's program for a loan. */
export const eodemDocument = (
  record: ObjectRecord,
  isPublished: boolean,
  exportedAt: string,
): string => lidoFile(record, { datestamp: exportedAt, isPublished, forBorrowers: true })

/** An item in LIDO 1.1, with the fields of the German 'Minimaldatensatz' as far as there is data. */
export const lidoOf = (record: ObjectRecord, datestamp: string): Xml =>
  lidoElement(namespaces, record, edition(datestamp))

const lidoElement = (attributes: object, record: ObjectRecord, as: Edition): Xml =>
  element(
    'lido:lido',
    { ...attributes },
    lido(
      'lidoRecID',
      { ...local, 'lido:source': record.foundation },
      `${new URL(record.site).host}/${recordId(record)}`,
    ),
    as.isPublished && lido('objectPublishedID', uri, record.page),
    as.forBorrowers && lido('applicationProfile', uri, eodemProfile),
    descriptiveMetadata(record, as.forBorrowers),
    administrativeMetadata(record, as.datestamp, as.isPublished),
  )

/** Owner and rights of the record, and its pictures. */
function administrativeMetadata(
  record: ObjectRecord,
  datestamp: string | null,
  isPublished: boolean,
): Xml {
  const { names, foundation, site, page } = record
  const collections = attributesAbout(record, 'collection')
  const credit = [
    foundation,
    record.museum,
    ...collections.map(({ values }) => values[0].text),
  ].join(', ')
  return lido('administrativeMetadata', { 'xml:lang': names[0].lang || 'und' }, [
    lido('rightsWorkWrap', {}, lido('rightsWorkSet', {}, lido('creditLine', {}, credit))),
    lido(
      'recordWrap',
      {},
      lido('recordID', terms.local, recordId(record)),
      concept('recordType', terms.singleItem),
      legalBody('recordSource', foundation, site),
      record.licence &&
        lido(
          'recordRights',
          {},
          rightsType(record.licence),
          legalBody('rightsHolder', foundation, site),
        ),
      lido(
        'recordInfoSet',
        { 'lido:type': terms.lidoRecord },
        isPublished && lido('recordInfoLink', { 'lido:formatResource': 'text/html' }, page),
        datestamp && lido('recordMetadataDate', { 'lido:type': terms.created }, datestamp),
      ),
      collections.map(({ values }) =>
        lido('collection', {}, lido('object', {}, appellation('objectName', values))),
      ),
    ),
    wrap(
      'resourceWrap',
      record.pictures.map((picture, index) => resourceOf(record, picture, index + 1)),
    ),
  ])
}

const recordId = ({ type, number }: ObjectRecord): string => `${type}/${number}`

function resourceOf(
  { foundation, site }: ObjectRecord,
  picture: RecordPicture,
  position: number,
): Xml {
  const { name, credit, alt, licence, hasOwnLicence } = picture
  // The public domain has no rights holder; the holder of a picture with its own licence is not recorded.
  const isOurs = !hasOwnLicence && licence?.uri !== licences['PDM-1.0'].uri
  const link = (type: string, address: string) =>
    lido(
      'resourceRepresentation',
      { 'lido:type': type },
      lido('linkResource', { 'lido:formatResource': 'image/jpeg' }, address),
    )
  return lido(
    'resourceSet',
    { 'lido:sortorder': String(position) },
    lido('resourceID', terms.local, name),
    link(terms.providedTerm, picture.full),
    link(terms.preview, picture.preview),
    concept('resourceType', terms.digitalImage),
    texts('resourceDescription', alt),
    licence &&
      lido(
        'rightsResource',
        {},
        rightsType(licence),
        isOurs && legalBody('rightsHolder', foundation, site),
        credit && lido('creditLine', {}, credit),
      ),
  )
}

/** Type, titles, place and making of the item; for borrowers by stricter rules. */
const descriptiveMetadata = (record: ObjectRecord, forBorrowers: boolean): Xml =>
  lido('descriptiveMetadata', { 'xml:lang': record.names[0].lang || 'und' }, [
    lido(
      'objectClassificationWrap',
      {},
      lido('objectWorkTypeWrap', {}, concept('objectWorkType', record.is)),
      wrap(
        'classificationWrap',
        attributesAbout(record, 'category').map(({ values }) =>
          typedConcept('classification', values),
        ),
      ),
    ),
    lido(
      'objectIdentificationWrap',
      {},
      titles(record, forBorrowers),
      wrap(
        'inscriptionsWrap',
        attributesAbout(record, 'inscription').map(({ values }) =>
          lido('inscriptions', {}, texts('inscriptionTranscription', values)),
        ),
      ),
      repository(record, forBorrowers),
      wrap('objectDescriptionWrap', descriptions(record)),
      wrap('objectMeasurementsWrap', [measurements(record)]),
      wrap(
        'objectMaterialsTechWrap',
        attributesAbout(record, 'technique').map(({ values }) =>
          lido(
            'objectMaterialsTechSet',
            {},
            texts('displayMaterialsTech', values),
            lido(
              'materialsTech',
              {},
              typedConcept('termMaterialsTech', values, { 'lido:type': terms.technique }),
            ),
          ),
        ),
      ),
    ),
    wrap('eventWrap', [makingOf(record)]),
  ])

/** Each title has a language, 'und' when unknown. */
const withLanguage = ({ text, lang }: LocalizedText) => ({ text, lang: lang || 'und' })

function titles(record: ObjectRecord, eachBySelf: boolean): Xml {
  const others = attributesAbout(record, 'title').flatMap(({ values }) =>
    values.filter(({ text }) => !record.names.some((name) => name.text === text)),
  )
  const set = (values: readonly LocalizedText[], pref: string) =>
    values.length === 0
      ? null
      : lido(
          'titleSet',
          { 'lido:type': terms.title },
          texts('appellationValue', values.map(withLanguage), { 'lido:pref': pref }),
        )
  const sets = (values: readonly LocalizedText[], pref: string) =>
    eachBySelf ? values.map((one) => set([one], pref)) : set(values, pref)
  return lido(
    'titleWrap',
    {},
    sets(record.names, terms.preferredTerm),
    sets(others, terms.alternateTerm),
  )
}

const repository = ({ museum, museumPage, identifier }: ObjectRecord, forBorrowers: boolean): Xml =>
  lido(
    'repositoryWrap',
    {},
    lido(
      'repositorySet',
      { 'lido:type': terms.currentRepository },
      legalBody('repositoryName', museum, museumPage),
      lido(
        'workID',
        forBorrowers ? terms.local : { 'lido:type': terms.inventoryNumber },
        identifier,
      ),
    ),
  )

/** The description, and each attribute for which LIDO has no place of its own, under its label. */
function descriptions(record: ObjectRecord): Xml[] {
  const { licence } = record
  const rights = licence && lido('objectDescriptionRights', {}, rightsType(licence))
  const notes = texts('descriptiveNoteValue', record.descriptions)
  const others = record.attributes.filter(({ concept: known }) => known === null)
  return [
    ...(notes.length > 0 ? [lido('objectDescriptionSet', {}, notes, rights)] : []),
    ...others.map((attribute) => lido('objectDescriptionSet', {}, noteOf(attribute))),
  ]
}

const noteOf = (attribute: RecordAttribute): Xml[] =>
  attribute.values.map((value) => {
    const { labels } = attribute
    const label =
      labels.find(({ lang }) => lang === value.lang) ?? labels.find(({ lang }) => lang === 'en')
    const attributes = { 'xml:lang': value.lang || null, 'lido:label': label?.text }
    return lido('descriptiveNoteValue', attributes, withUnit(attribute, value))
  })

function measurements(record: ObjectRecord): Xml | null {
  const measured = measurementsOf(record)
  const written = [...attributesAbout(record, 'size'), ...attributesAbout(record, 'measure')]
  if (written.length === 0) return null
  return lido(
    'objectMeasurementsSet',
    {},
    written.map(displayOf),
    measured.length > 0 ? lido('objectMeasurements', {}, measured.map(measurementOf)) : null,
  )
}

const displayOf = (attribute: RecordAttribute): Xml[] => {
  const [label] = attribute.labels
  return attribute.values.map((value) =>
    lido(
      'displayObjectMeasurements',
      { 'xml:lang': value.lang || null, 'lido:label': label?.text },
      withUnit(attribute, value),
    ),
  )
}

const measurementOf = ({ dimension, value, unit }: Measurement): Xml =>
  lido(
    'measurementsSet',
    {},
    concept('measurementType', dimensions[dimension satisfies Dimension]),
    concept('measurementUnit', terms.units[unit]),
    lido('measurementValue', {}, value),
  )

/** Maker, date and place; null when none is known. */
function makingOf(record: ObjectRecord): Xml | null {
  const actors = record.makers.map(actorOf)
  const dates = attributesAbout(record, 'date').slice(0, 1).map(dateOf)
  const place = placeOf(record)
  if (actors.length + dates.length === 0 && !place) return null
  return lido(
    'eventSet',
    {},
    lido('event', {}, concept('eventType', terms.events[record.made]), actors, dates, place),
  )
}

function actorOf({ role, values, is }: RecordMaker): Xml {
  return lido(
    'eventActor',
    {},
    texts('displayActorInRole', values),
    lido(
      'actorInRole',
      {},
      lido(
        'actor',
        { 'lido:type': terms.actors[is] },
        lido(
          'nameActorSet',
          {},
          texts('appellationValue', values, { 'lido:label': 'display name' }),
        ),
      ),
      concept('roleActor', roles[role]),
    ),
  )
}

function dateOf({ values }: RecordAttribute): Xml {
  const years = yearsIn(values[0].text)
  const type = { 'lido:type': years?.exact ? terms.exactDate : terms.estimatedDate }
  return lido(
    'eventDate',
    {},
    texts('displayDate', values),
    years
      ? lido(
          'date',
          {},
          lido('earliestDate', type, String(years.earliest)),
          lido('latestDate', type, String(years.latest)),
        )
      : null,
  )
}

/** The place in its country; where only one of them is known, that one. */
function placeOf(record: ObjectRecord): Xml | null {
  const [place, country] = [
    attributesAbout(record, 'place')[0],
    attributesAbout(record, 'country')[0],
  ]
  const name = place ?? country
  if (!name) return null
  const inside =
    place && country ? lido('partOfPlace', {}, appellation('namePlaceSet', country.values)) : null
  return lido(
    'eventPlace',
    {},
    texts('displayPlace', name.values),
    lido('place', {}, appellation('namePlaceSet', name.values), inside),
  )
}
