import type { ExchangeRecord } from '../record.ts'
import { element, schemaAt, type Xml, xmlDocument } from '../xml.ts'
import { administrativeMetadata, recordId } from './administrative.ts'
import { descriptiveMetadata } from './descriptive.ts'
import { lido } from './markup.ts'
import { local, uri } from './terms.ts'

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

/** One item as a file of its own. */
export const lidoDocument = (record: ExchangeRecord): string =>
  xmlDocument(element('lido:lidoWrap', namespaces, lidoElement({}, record, null)))

/** An item in LIDO 1.1, with what the German 'Minimaldatensatz' asks for as far as there is data. */
export const lidoOf = (record: ExchangeRecord, datestamp: string): Xml => lidoElement(namespaces, record, datestamp)

const lidoElement = (attributes: object, record: ExchangeRecord, datestamp: string | null): Xml =>
  element(
    'lido:lido',
    { ...attributes },
    lido(
      'lidoRecID',
      { ...local, 'lido:source': record.foundation },
      `${new URL(record.site).host}/${recordId(record)}`,
    ),
    lido('objectPublishedID', uri, record.page),
    descriptiveMetadata(record),
    administrativeMetadata(record, datestamp),
  )
