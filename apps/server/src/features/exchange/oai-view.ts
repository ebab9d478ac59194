import { inventoryTypes, itemTypes } from '@vitrine/contract'
import { type OaiArguments, type OaiError, type OaiVerb, setSpec } from './oai-arguments.ts'
import { oaiFormats } from './oai-formats.ts'
import { formatToken, getTokenExpiry, type ListPosition } from './oai-tokens.ts'
import { element, renderXmlDocument, schemaAttributes, type Xml } from './xml.ts'

const namespace = 'http://www.openarchives.org/OAI/2.0/'

export interface OaiRequest {
  readonly baseUrl: string
  /** Datestamp of the answer. */
  readonly date: string
  /** Omitted, like the arguments, if the request was invalid. */
  readonly verb?: OaiVerb
  readonly args?: OaiArguments
}

/** Wraps the content of an answer, or an error, in the OAI-PMH envelope. */
export const renderResponse = (
  { baseUrl, date, verb, args = {} }: OaiRequest,
  content: Xml,
): string =>
  renderXmlDocument(
    element(
      'OAI-PMH',
      {
        xmlns: namespace,
        ...schemaAttributes(namespace, 'http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd'),
      },
      element('responseDate', {}, date),
      element(
        'request',
        verb ? { verb, ...args, identifier: parseUri(args.identifier) } : {},
        baseUrl,
      ),
      content,
    ),
  )

/** A scheme, a colon, and the characters that a URI may contain. */
const uriPattern = /^[a-z][a-z\d+.-]*:[\w.~:/?#@!$&'()*+,;=%-]+$/i
/** A percent sign that begins no escaped byte. */
const strayPercentSign = /%(?![\da-f]{2})/i

/** Returns null unless an identifier is a URI: the schema allows no other in the answer. */
function parseUri(identifier = ''): string | null {
  const isUri = uriPattern.test(identifier) && !strayPercentSign.test(identifier)
  return isUri ? identifier : null
}

export const errorElement = ({ code, message }: OaiError): Xml =>
  element('error', { code }, message)

interface Repository {
  readonly name: string
  readonly baseUrl: string
  readonly adminEmail: string
  readonly earliestDatestamp: string
}

export const identifyElement = ({
  name,
  baseUrl,
  adminEmail,
  earliestDatestamp,
}: Repository): Xml =>
  element(
    'Identify',
    {},
    element('repositoryName', {}, name),
    element('baseURL', {}, baseUrl),
    element('protocolVersion', {}, '2.0'),
    element('adminEmail', {}, adminEmail),
    element('earliestDatestamp', {}, earliestDatestamp),
    element('deletedRecord', {}, 'persistent'),
    element('granularity', {}, 'YYYY-MM-DDThh:mm:ssZ'),
    element('compression', {}, 'gzip'),
  )

export const formatsElement = (): Xml =>
  element(
    'ListMetadataFormats',
    {},
    oaiFormats.map(({ prefix, schema, namespace: formatNamespace }) =>
      element(
        'metadataFormat',
        {},
        element('metadataPrefix', {}, prefix),
        element('schema', {}, schema),
        element('metadataNamespace', {}, formatNamespace),
      ),
    ),
  )

export const setsElement = (): Xml =>
  element(
    'ListSets',
    {},
    itemTypes.map((type) =>
      element(
        'set',
        {},
        element('setSpec', {}, setSpec(type)),
        element('setName', {}, inventoryTypes[type].museum),
      ),
    ),
  )

interface Header {
  readonly identifier: string
  readonly datestamp: string
  readonly set: string
  readonly isDeleted: boolean
}

export const headerElement = ({ identifier, datestamp, set, isDeleted }: Header): Xml =>
  element(
    'header',
    { status: isDeleted ? 'deleted' : null },
    element('identifier', {}, identifier),
    element('datestamp', {}, datestamp),
    element('setSpec', {}, set),
  )

export const recordElement = (header: Xml, metadata: Xml | null): Xml =>
  element('record', {}, header, metadata && element('metadata', {}, metadata))

/**
 * A part of a list with its token. The last part has an empty token; a list in one part has none.
 */
export function listElement(
  { verb, cursor, total, startedAt }: ListPosition,
  entries: readonly Xml[],
  next: ListPosition | null,
): Xml {
  const isInParts = next !== null || cursor > 0
  const token = element(
    'resumptionToken',
    {
      expirationDate: next && getTokenExpiry(startedAt),
      completeListSize: String(Math.max(total, cursor + entries.length)),
      cursor: String(cursor),
    },
    next && formatToken(next),
  )
  return element(verb, {}, entries, isInParts && token)
}
