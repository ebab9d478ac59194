import { itemTypes } from '@vitrine/contract'
import { hours } from '../../base/clock.ts'
import { type ExchangeSelection, formatDatestamp } from '../../projections/index.ts'
import type { ObjectRecord } from '../object-record/index.ts'
import { dublinCoreFormat, toDublinCore } from './dc.ts'
import { lidoFormat, toLido } from './lido.ts'
import { OaiError, setSpec } from './oai-arguments.ts'
import type { Xml } from './xml.ts'

interface OaiFormat {
  readonly prefix: string
  readonly schema: string
  readonly namespace: string
  readonly write: (record: ObjectRecord, datestamp: string) => Xml
}

export const oaiFormats: readonly OaiFormat[] = [
  { ...dublinCoreFormat, write: (record) => toDublinCore(record) },
  { ...lidoFormat, write: toLido },
]

// The characters of a prefix by the schema of OAI-PMH.
const prefixPattern = /^[\w.!~*'()-]+$/

export function getFormat(prefix: string | undefined): OaiFormat {
  if (!prefix || !prefixPattern.test(prefix))
    throw new OaiError('badArgument', 'The metadataPrefix is not well-formed.')
  const format = oaiFormats.find((candidate) => candidate.prefix === prefix)
  if (!format)
    throw new OaiError('cannotDisseminateFormat', `The format “${prefix}” does not exist here.`)
  return format
}

/**
 * Position at which a list continues. Tokens hold all of it, so that any process can continue the
 * list.
 */
export interface ListPosition {
  readonly verb: 'ListIdentifiers' | 'ListRecords'
  readonly prefix: string
  readonly selection: ExchangeSelection
  /** Id of the last item listed so far. */
  readonly after: number
  /** Number of records listed so far. */
  readonly cursor: number
  /** Number of records when the list began. */
  readonly total: number
  /** When the list began: a harvester gets later changes by a list from that date. */
  readonly date: string
}

const tokenLifetimeMs = hours(24)
/** Largest value of an id column. */
const largestId = 2_147_483_647

export const getTokenExpiry = (date: string): string =>
  formatDatestamp(new Date(Date.parse(date) + tokenLifetimeMs))

const sets = itemTypes.map(setSpec).join('|')
const datestamp = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`
// The parts are those of `formatToken`, in its order.
const tokenPattern = new RegExp(
  `^(ListIdentifiers|ListRecords)~([a-z_]{1,20})~(${sets})?~(${datestamp})?~(${datestamp})?~(\\d{1,10})~(\\d{1,10})~(\\d{1,10})~(${datestamp})$`,
)

export function formatToken({
  verb,
  prefix,
  selection,
  after,
  cursor,
  total,
  date,
}: ListPosition): string {
  const { type, from, until } = selection
  return [
    verb,
    prefix,
    type ? setSpec(type) : '',
    from ?? '',
    until ?? '',
    after,
    cursor,
    total,
    date,
  ].join('~')
}

export const createInvalidTokenError = (): OaiError =>
  new OaiError(
    'badResumptionToken',
    'This token is invalid or has expired. Please start the list again.',
  )

/**
 * Parses a token. It needs no signature, because it gives access to nothing but the public list.
 */
export function parseToken(token: string, verb: ListPosition['verb'], now: Date): ListPosition {
  const [, tokenVerb, prefix = '', set = '', from, until, after, cursor, total, date = ''] =
    tokenPattern.exec(token) ?? []
  const isValid =
    tokenVerb === verb &&
    oaiFormats.some((format) => format.prefix === prefix) &&
    Number(after) <= largestId &&
    [from, until, date].every((instant) => !instant || !Number.isNaN(Date.parse(instant))) &&
    getTokenExpiry(date) > formatDatestamp(now)
  if (!isValid) throw createInvalidTokenError()
  return {
    verb,
    prefix,
    selection: {
      type: itemTypes.find((type) => setSpec(type) === set) ?? null,
      from: from ?? null,
      until: until ?? null,
    },
    after: Number(after),
    cursor: Number(cursor),
    total: Number(total),
    date,
  }
}
