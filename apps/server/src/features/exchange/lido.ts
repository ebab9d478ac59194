import { licences } from '@vitrine/contract'
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
import {
  appellationElement,
  conceptElement,
  legalBodyElement,
  lidoElement,
  optionalWrapper,
  rightsTypeElement,
  textElements,
  typedTermElement,
} from './lido-markup.ts'
import * as terms from './lido-terms.ts'
import { type Measurement, parseYears, toMeasurements } from './measurements.ts'
import { element, renderXmlDocument, schemaAttributes, type Xml } from './xml.ts'

const namespace = 'http://www.lido-schema.org'

export const lidoFormat = {
  prefix: 'lido',
  schema: 'http://www.lido-schema.org/schema/v1.1/lido-v1.1.xsd',
  namespace,
} as const

/** Code of an unknown language, where LIDO requires one. */
const undetermined = 'und'

const namespaces = {
  'xmlns:lido': namespace,
  'xmlns:skos': 'http://www.w3.org/2004/02/skos/core#',
  'xmlns:rdf': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  ...schemaAttributes(namespace, lidoFormat.schema),
}

interface LidoOptions {
  readonly datestamp: string | null
  /** Whether the item is public: only then does it have a page to link to. */
  readonly isPublished: boolean
  /** Follows the stricter rules of EODEM, for a museum that borrows the item. */
  readonly forBorrowers: boolean
}

const publicOptions = (datestamp: string | null): LidoOptions => ({
  datestamp,
  isPublished: true,
  forBorrowers: false,
})

const renderFile = (record: ObjectRecord, options: LidoOptions): string =>
  renderXmlDocument(element('lido:lidoWrap', namespaces, lidoRecordElement({}, record, options)))

/** Renders a public item as a file of its own. */
export const renderLidoDocument = (record: ObjectRecord): string =>
  renderFile(record, publicOptions(null))

/**
 * Renders an item for the program of a borrowing museum, by the Exhibition Object Data Exchange
 * Model 1.0.
 */
export const renderEodemDocument = (
  record: ObjectRecord,
  isPublished: boolean,
  exportedAt: string,
): string => renderFile(record, { datestamp: exportedAt, isPublished, forBorrowers: true })

/**
 * Renders an item in LIDO 1.1, with the fields of the German 'Minimaldatensatz' for which there is
 * data.
 */
export const toLido = (record: ObjectRecord, datestamp: string): Xml =>
  lidoRecordElement(namespaces, record, publicOptions(datestamp))

const lidoRecordElement = (attributes: object, record: ObjectRecord, options: LidoOptions): Xml =>
  element(
    'lido:lido',
    { ...attributes },
    lidoElement(
      'lidoRecID',
      { ...terms.localIdType, 'lido:source': record.foundation },
      `${new URL(record.site).host}/${recordId(record)}`,
    ),
    options.isPublished && lidoElement('objectPublishedID', terms.uriType, record.page),
    options.forBorrowers && lidoElement('applicationProfile', terms.uriType, terms.eodemProfile),
    descriptiveMetadata(record, options.forBorrowers),
    administrativeMetadata(record, options.datestamp, options.isPublished),
  )

/** The credit line, owner and rights of the record, and the pictures. */
function administrativeMetadata(
  record: ObjectRecord,
  datestamp: string | null,
  isPublished: boolean,
): Xml {
  const collections = findAttributes(record, 'collection')
  const credit = [
    record.foundation,
    record.museum,
    ...collections.map(({ values }) => values[0].text),
  ].join(', ')
  return lidoElement(
    'administrativeMetadata',
    { 'xml:lang': record.names[0].lang || undetermined },
    [
      lidoElement(
        'rightsWorkWrap',
        {},
        lidoElement('rightsWorkSet', {}, lidoElement('creditLine', {}, credit)),
      ),
      recordWrap(record, datestamp, isPublished),
      optionalWrapper(
        'resourceWrap',
        record.pictures.map((picture, index) => resourceSet(record, picture, index + 1)),
      ),
    ],
  )
}

/** Owner, licence and address of the record itself. */
function recordWrap(record: ObjectRecord, datestamp: string | null, isPublished: boolean): Xml {
  const { foundation, site, page } = record
  return lidoElement(
    'recordWrap',
    {},
    lidoElement('recordID', terms.localIdType, recordId(record)),
    conceptElement('recordType', terms.singleItem),
    legalBodyElement('recordSource', foundation, site),
    record.licence &&
      lidoElement(
        'recordRights',
        {},
        rightsTypeElement(record.licence),
        legalBodyElement('rightsHolder', foundation, site),
      ),
    lidoElement(
      'recordInfoSet',
      { 'lido:type': terms.lidoRecord },
      isPublished && lidoElement('recordInfoLink', { 'lido:formatResource': 'text/html' }, page),
      datestamp &&
        lidoElement('recordMetadataDate', { 'lido:type': terms.creationDate }, datestamp),
    ),
    findAttributes(record, 'collection').map(({ values }) =>
      lidoElement(
        'collection',
        {},
        lidoElement('object', {}, appellationElement('objectName', values)),
      ),
    ),
  )
}

const recordId = ({ type, number }: ObjectRecord): string => `${type}/${number}`

function resourceSet(
  { foundation, site }: ObjectRecord,
  picture: RecordPicture,
  position: number,
): Xml {
  const { name, credit, alt, licence, hasOwnLicence } = picture
  // Nobody holds the rights of the public domain; who does for a picture with its own licence is
  // not recorded.
  const isHeldByFoundation = !hasOwnLicence && licence?.uri !== licences['PDM-1.0'].uri
  const link = (type: string, address: string) =>
    lidoElement(
      'resourceRepresentation',
      { 'lido:type': type },
      lidoElement('linkResource', { 'lido:formatResource': 'image/jpeg' }, address),
    )
  return lidoElement(
    'resourceSet',
    { 'lido:sortorder': String(position) },
    lidoElement('resourceID', terms.localIdType, name),
    link(terms.providedPicture, picture.full),
    link(terms.previewPicture, picture.preview),
    conceptElement('resourceType', terms.digitalImage),
    textElements('resourceDescription', alt),
    licence &&
      lidoElement(
        'rightsResource',
        {},
        rightsTypeElement(licence),
        isHeldByFoundation && legalBodyElement('rightsHolder', foundation, site),
        credit && lidoElement('creditLine', {}, credit),
      ),
  )
}

/** Type, titles, repository, description, measurements and production of the item. */
const descriptiveMetadata = (record: ObjectRecord, forBorrowers: boolean): Xml =>
  lidoElement('descriptiveMetadata', { 'xml:lang': record.names[0].lang || undetermined }, [
    lidoElement(
      'objectClassificationWrap',
      {},
      lidoElement('objectWorkTypeWrap', {}, conceptElement('objectWorkType', record.workType)),
      optionalWrapper(
        'classificationWrap',
        findAttributes(record, 'category').map(({ values }) =>
          typedTermElement('classification', values),
        ),
      ),
    ),
    lidoElement(
      'objectIdentificationWrap',
      {},
      titleWrap(record, forBorrowers),
      optionalWrapper(
        'inscriptionsWrap',
        findAttributes(record, 'inscription').map(({ values }) =>
          lidoElement('inscriptions', {}, textElements('inscriptionTranscription', values)),
        ),
      ),
      repositoryWrap(record, forBorrowers),
      optionalWrapper('objectDescriptionWrap', descriptionSets(record)),
      optionalWrapper('objectMeasurementsWrap', [measurementsSet(record)]),
      optionalWrapper(
        'objectMaterialsTechWrap',
        findAttributes(record, 'technique').map(({ values }) =>
          lidoElement(
            'objectMaterialsTechSet',
            {},
            textElements('displayMaterialsTech', values),
            lidoElement(
              'materialsTech',
              {},
              typedTermElement('termMaterialsTech', values, { 'lido:type': terms.techniqueTerm }),
            ),
          ),
        ),
      ),
    ),
    optionalWrapper('eventWrap', [makingEvent(record)]),
  ])

/** Titles need a language. */
const withLanguage = ({ text, lang }: LocalizedText) => ({ text, lang: lang || undetermined })

function titleWrap(record: ObjectRecord, isSetPerTitle: boolean): Xml {
  const otherTitles = findAttributes(record, 'title')
    .flatMap(({ values }) => values)
    .filter(({ text }) => !record.names.some((name) => name.text === text))
  const titleSet = (values: readonly LocalizedText[], preference: string) =>
    values.length === 0
      ? null
      : lidoElement(
          'titleSet',
          { 'lido:type': terms.titleType },
          textElements('appellationValue', values.map(withLanguage), {
            'lido:pref': preference,
          }),
        )
  const titleSets = (values: readonly LocalizedText[], preference: string) =>
    isSetPerTitle
      ? values.map((value) => titleSet([value], preference))
      : titleSet(values, preference)
  return lidoElement(
    'titleWrap',
    {},
    titleSets(record.names, terms.preferredTerm),
    titleSets(otherTitles, terms.alternateTerm),
  )
}

const repositoryWrap = (
  { museum, museumPage, identifier }: ObjectRecord,
  forBorrowers: boolean,
): Xml =>
  lidoElement(
    'repositoryWrap',
    {},
    lidoElement(
      'repositorySet',
      { 'lido:type': terms.currentRepository },
      legalBodyElement('repositoryName', museum, museumPage),
      lidoElement(
        'workID',
        forBorrowers ? terms.localIdType : { 'lido:type': terms.inventoryNumber },
        identifier,
      ),
    ),
  )

/**
 * The description, and all attributes without an element of their own in LIDO, under their labels.
 */
function descriptionSets(record: ObjectRecord): Xml[] {
  const { licence } = record
  const rights = licence && lidoElement('objectDescriptionRights', {}, rightsTypeElement(licence))
  const notes = textElements('descriptiveNoteValue', record.descriptions)
  const sets: Xml[] = []
  if (notes.length > 0) sets.push(lidoElement('objectDescriptionSet', {}, notes, rights))
  for (const attribute of record.attributes) {
    if (attribute.concept === null)
      sets.push(lidoElement('objectDescriptionSet', {}, noteElements(attribute)))
  }
  return sets
}

const noteElements = (attribute: RecordAttribute): Xml[] =>
  attribute.values.map((value) => {
    const findLabel = (language: string) => attribute.labels.find(({ lang }) => lang === language)
    const label = findLabel(value.lang) ?? findLabel('en')
    const attributes = { 'xml:lang': value.lang || null, 'lido:label': label?.text }
    return lidoElement('descriptiveNoteValue', attributes, formatWithUnit(attribute, value))
  })

function measurementsSet(record: ObjectRecord): Xml | null {
  const measurements = toMeasurements(record)
  const attributes = [...findAttributes(record, 'size'), ...findAttributes(record, 'measure')]
  if (attributes.length === 0) return null
  return lidoElement(
    'objectMeasurementsSet',
    {},
    attributes.map(displayMeasurements),
    measurements.length > 0
      ? lidoElement('objectMeasurements', {}, measurements.map(measurementElement))
      : null,
  )
}

const displayMeasurements = (attribute: RecordAttribute): Xml[] => {
  const [label] = attribute.labels
  return attribute.values.map((value) =>
    lidoElement(
      'displayObjectMeasurements',
      { 'xml:lang': value.lang || null, 'lido:label': label?.text },
      formatWithUnit(attribute, value),
    ),
  )
}

const measurementElement = ({ dimension, value, unit }: Measurement): Xml =>
  lidoElement(
    'measurementsSet',
    {},
    conceptElement('measurementType', dimensions[dimension]),
    conceptElement('measurementUnit', terms.units[unit]),
    lidoElement('measurementValue', {}, value),
  )

/** Makers, date and place of production; null if none is known. */
function makingEvent(record: ObjectRecord): Xml | null {
  const actors = record.makers.map(eventActor)
  const dates = findAttributes(record, 'date').slice(0, 1).map(eventDate)
  const place = eventPlace(record)
  if (actors.length + dates.length === 0 && !place) return null
  return lidoElement(
    'eventSet',
    {},
    lidoElement(
      'event',
      {},
      conceptElement('eventType', terms.eventTypes[record.creationEvent]),
      actors,
      dates,
      place,
    ),
  )
}

function eventActor({ role, values, kind }: RecordMaker): Xml {
  return lidoElement(
    'eventActor',
    {},
    textElements('displayActorInRole', values),
    lidoElement(
      'actorInRole',
      {},
      lidoElement(
        'actor',
        { 'lido:type': terms.actorTypes[kind] },
        lidoElement(
          'nameActorSet',
          {},
          textElements('appellationValue', values, { 'lido:label': 'display name' }),
        ),
      ),
      conceptElement('roleActor', makerRoles[role]),
    ),
  )
}

function eventDate({ values }: RecordAttribute): Xml {
  const years = parseYears(values[0].text)
  const type = { 'lido:type': years?.isExact ? terms.exactDate : terms.estimatedDate }
  return lidoElement(
    'eventDate',
    {},
    textElements('displayDate', values),
    years
      ? lidoElement(
          'date',
          {},
          lidoElement('earliestDate', type, String(years.earliest)),
          lidoElement('latestDate', type, String(years.latest)),
        )
      : null,
  )
}

/** The place inside its country, or whichever of the two is known. */
function eventPlace(record: ObjectRecord): Xml | null {
  const [place] = findAttributes(record, 'place')
  const [country] = findAttributes(record, 'country')
  const nearest = place ?? country
  if (!nearest) return null
  const enclosingCountry =
    place && country
      ? lidoElement('partOfPlace', {}, appellationElement('namePlaceSet', country.values))
      : null
  return lidoElement(
    'eventPlace',
    {},
    textElements('displayPlace', nearest.values),
    lidoElement('place', {}, appellationElement('namePlaceSet', nearest.values), enclosingCountry),
  )
}
