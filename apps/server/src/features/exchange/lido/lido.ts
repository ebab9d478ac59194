import type { ExchangeRecord } from '../record.ts'
import { element, schemaAt, type Xml, xmlDocument } from '../xml.ts'
import { administrativeMetadata, recordId } from './administrative.ts'
import { descriptiveMetadata } from './descriptive.ts'
import { lido } from './markup.ts'
import { eodemProfile, local, uri } from './terms.ts'

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

export interface Edition {
  readonly datestamp: string | null
  /** Whether the item is public: else it has no page to name. */
  readonly isPublished: boolean
  /** By the stricter rules of EODEM, for a museum that borrows the item. */
  readonly forBorrowers: boolean
}

const edition = (datestamp: string | null): Edition => ({ datestamp, isPublished: true, forBorrowers: false })

export const lidoFile = (record: ExchangeRecord, as: Edition): string =>
  xmlDocument(element('lido:lidoWrap', namespaces, lidoElement({}, record, as)))

/** One item as a file of its own. */
export const lidoDocument = (record: ExchangeRecord): string => lidoFile(record, edition(null))

/** An item in LIDO 1.1, with the fields of the German 'Minimaldatensatz' as far as there is data. */
export const lidoOf = (record: ExchangeRecord, datestamp: string): Xml =>
  lidoElement(namespaces, record, edition(datestamp))

const lidoElement = (attributes: object, record: ExchangeRecord, as: Edition): Xml =>
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
