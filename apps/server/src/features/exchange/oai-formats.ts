import { itemTypes } from '@vitrine/contract'
import { hours } from '../../base/clock.ts'
import { type ExchangeSelection, formatDatestamp } from '../../projections/index.ts'
import type { ObjectRecord } from '../object-record/index.ts'
import { dublinCoreFormat, toDublinCore } from './dc.ts'
import { lidoFormat, lidoOf } from './lido.ts'
import { findTypeOfSet, OaiError, setSpec } from './oai-arguments.ts'
import type { Xml } from './xml.ts'

interface Format {
  readonly prefix: string
  readonly schema: string
  readonly namespace: string
  readonly write: (record: ObjectRecord, datestamp: string) => Xml
}

export const oaiFormats: readonly Format[] = [
  { ...dublinCoreFormat, write: (record) => toDublinCore(record) },
  { ...lidoFormat, write: lidoOf },
]

const isPrefix = /^[\w.!~*'()-]+$/

export function getFormat(prefix: string | undefined): Format {
  if (!prefix || !isPrefix.test(prefix))
    throw new OaiError('badArgument', 'The metadataPrefix is not well-formed.')
  const found = oaiFormats.find((format) => format.prefix === prefix)
  if (!found)
    throw new OaiError('cannotDisseminateFormat', `The format “${prefix}” does not exist here.`)
  return found
}

/** Where a list goes on. It holds the whole state, so that any process can go on with it, also after a restart. */
export interface ListPosition {
  readonly verb: 'ListIdentifiers' | 'ListRecords'
  readonly prefix: string
  readonly selection: ExchangeSelection
  /** The item after which it goes on. */
  readonly after: number
  /** How many were listed before. */
  readonly cursor: number
  /** How many there were when it began. */
  readonly total: number
  /** When it began: later changes are in a list from that date. */
  readonly date: string
}

const validFor = hours(24)
/** The bound of an id's column. */
const largestId = 2_147_483_647

export const tokenExpiry = (date: string): string =>
  formatDatestamp(new Date(Date.parse(date) + validFor))

const sets = itemTypes.map(setSpec).join('|')
const second = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`
const shape = new RegExp(
  `^(ListIdentifiers|ListRecords)~([a-z_]{1,20})~(${sets})?~(${second})?~(${second})?~(\\d{1,10})~(\\d{1,10})~(\\d{1,10})~(${second})$`,
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

export const invalidToken = (): OaiError =>
  new OaiError(
    'badResumptionToken',
    'This token is invalid or has expired. Please start the list again.',
  )

/** A token is not secret, and gives no more than its list: it must only be well-formed and not too old. */
export function parseToken(token: string, verb: string, now: Date): ListPosition {
  const [, list, prefix = '', set, from, until, after, cursor, total, date = ''] =
    shape.exec(token) ?? []
  const isValid =
    list === verb &&
    oaiFormats.some((format) => format.prefix === prefix) &&
    Number(after) <= largestId &&
    [from, until, date].every((instant) => !instant || !Number.isNaN(Date.parse(instant))) &&
    tokenExpiry(date) > formatDatestamp(now)
  if (!isValid) throw invalidToken()
  return {
    verb: list as ListPosition['verb'],
    prefix,
    selection: {
      type: (set && findTypeOfSet(set)) || null,
      from: from ?? null,
      until: until ?? null,
    },
    after: Number(after),
    cursor: Number(cursor),
    total: Number(total),
    date,
  }
}
