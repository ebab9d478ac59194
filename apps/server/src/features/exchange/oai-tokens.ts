import { itemTypes } from '@vitrine/contract'
import { hours } from '../../base/clock.ts'
import { type ExchangeSelection, formatDatestamp } from '../../projections/index.ts'
import { OaiError, setSpec } from './oai-arguments.ts'
import { oaiFormats } from './oai-formats.ts'

/**
 * Position at which a list continues. Tokens hold all of it, so that any process can continue the
 * list.
 */
export interface ListPosition {
  readonly verb: 'ListIdentifiers' | 'ListRecords'
  readonly prefix: string
  readonly selection: ExchangeSelection
  /** Id of the last item listed so far. */
  readonly lastId: number
  /** Number of records listed so far. */
  readonly cursor: number
  /** Number of records when the list began. */
  readonly total: number
  /** When the list began: a harvester gets later changes by a list from that date. */
  readonly startedAt: string
}

const tokenLifetimeMs = hours(24)
/** Largest value of an id column. */
const largestId = 2_147_483_647

export const getTokenExpiry = (startedAt: string): string =>
  formatDatestamp(new Date(Date.parse(startedAt) + tokenLifetimeMs))

const sets = itemTypes.map(setSpec).join('|')
const datestamp = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`
const number = String.raw`\d{1,10}`

// The parts are those of `formatToken`, in its order.
const tokenParts = [
  '(ListIdentifiers|ListRecords)',
  '([a-z_]{1,20})',
  `(${sets})?`,
  `(${datestamp})?`,
  `(${datestamp})?`,
  `(${number})`,
  `(${number})`,
  `(${number})`,
  `(${datestamp})`,
]
const tokenPattern = new RegExp(`^${tokenParts.join('~')}$`)

export function formatToken({
  verb,
  prefix,
  selection,
  lastId,
  cursor,
  total,
  startedAt,
}: ListPosition): string {
  const { type, from, until } = selection
  return [
    verb,
    prefix,
    type ? setSpec(type) : '',
    from ?? '',
    until ?? '',
    lastId,
    cursor,
    total,
    startedAt,
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
  const [, tokenVerb, prefix = '', set = '', from, until, lastId, cursor, total, startedAt = ''] =
    tokenPattern.exec(token) ?? []
  const isValid =
    tokenVerb === verb &&
    oaiFormats.some((format) => format.prefix === prefix) &&
    Number(lastId) <= largestId &&
    [from, until, startedAt].every((instant) => !instant || !Number.isNaN(Date.parse(instant))) &&
    getTokenExpiry(startedAt) > formatDatestamp(now)
  if (!isValid) throw createInvalidTokenError()
  return {
    verb,
    prefix,
    selection: {
      type: itemTypes.find((type) => setSpec(type) === set) ?? null,
      from: from ?? null,
      until: until ?? null,
    },
    lastId: Number(lastId),
    cursor: Number(cursor),
    total: Number(total),
    startedAt,
  }
}
