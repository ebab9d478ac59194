import { type ItemType, inventoryTypes, itemTypes } from '@vitrine/contract'
import { formatDatestamp } from '../../projections/index.ts'

/** The error codes of OAI-PMH. */
export type OaiErrorCode =
  | 'badArgument'
  | 'badResumptionToken'
  | 'badVerb'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch'

export class OaiError extends Error {
  readonly code: OaiErrorCode

  constructor(code: OaiErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

type Presence = 'required' | 'optional' | 'exclusive'

const listed = {
  metadataPrefix: 'required',
  from: 'optional',
  until: 'optional',
  set: 'optional',
  resumptionToken: 'exclusive',
} as const

const verbs = {
  Identify: {},
  ListMetadataFormats: { identifier: 'optional' },
  ListSets: { resumptionToken: 'exclusive' },
  GetRecord: { identifier: 'required', metadataPrefix: 'required' },
  ListIdentifiers: listed,
  ListRecords: listed,
} as const satisfies Record<string, Readonly<Record<string, Presence>>>

export type OaiVerb = keyof typeof verbs
export type OaiArguments = { readonly [name in keyof typeof listed | 'identifier']?: string }

const isVerb = (verb: string): verb is OaiVerb => Object.hasOwn(verbs, verb)

/** The verb and its arguments, exactly those that the verb has. */
export function parseArguments(parameters: URLSearchParams): {
  verb: OaiVerb
  given: OaiArguments
} {
  const asked = parameters.getAll('verb')
  const [verb = ''] = asked
  if (asked.length !== 1 || !isVerb(verb))
    throw new OaiError(
      'badVerb',
      `Please give one verb, of these: ${Object.keys(verbs).join(', ')}.`,
    )
  const known: Readonly<Record<string, Presence>> = verbs[verb]
  const given: Record<string, string> = {}
  for (const [name, value] of parameters) {
    if (name === 'verb') continue
    if (!Object.hasOwn(known, name))
      throw new OaiError('badArgument', `${verb} takes no argument “${name}”.`)
    if (Object.hasOwn(given, name))
      throw new OaiError('badArgument', `The argument ${name} was given more than once.`)
    given[name] = value
  }
  const names = Object.keys(given)
  const exclusive = names.find((name) => known[name] === 'exclusive')
  if (exclusive && names.length > 1)
    throw new OaiError('badArgument', `The argument ${exclusive} excludes all others.`)
  const missing = Object.keys(known).find((name) => known[name] === 'required' && !given[name])
  if (missing && !exclusive)
    throw new OaiError('badArgument', `The argument ${missing} is missing.`)
  return { verb, given }
}

/** The set of a museum is named as its files are. */
export const setSpec = (type: ItemType): string => inventoryTypes[type].fileName

const isSet = /^[\w.!~*'()-]+(?::[\w.!~*'()-]+)*$/

/** The item types of a set; nothing for an unknown set. */
export function findTypeOfSet(set: string): ItemType | undefined {
  if (!isSet.test(set)) throw new OaiError('badArgument', 'The argument set is not well-formed.')
  return itemTypes.find((type) => setSpec(type) === set)
}

const dayOrSecond = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/

/** From when until when, in seconds; a day begins and ends with its first and last one. */
export function parseRange({ from, until }: OaiArguments): {
  from: string | null
  until: string | null
} {
  if (from !== undefined && until !== undefined && from.length !== until.length)
    throw new OaiError('badArgument', 'Please give from and until with the same granularity.')
  const range = {
    from: instantOf('from', from, '00:00:00'),
    until: instantOf('until', until, '23:59:59'),
  }
  if (range.from !== null && range.until !== null && range.from > range.until)
    throw new OaiError('badArgument', 'The argument from is later than until.')
  return range
}

function instantOf(name: string, value: string | undefined, time: string): string | null {
  if (value === undefined) return null
  const instant = value.length === 10 ? `${value}T${time}Z` : value
  // A day that does not exist, such as 30 February, becomes another one.
  if (
    !dayOrSecond.test(value) ||
    Number.isNaN(Date.parse(instant)) ||
    formatDatestamp(instant) !== instant
  )
    throw new OaiError(
      'badArgument',
      `The argument ${name} must look like 2026-05-31 or 2026-05-31T12:00:00Z.`,
    )
  return instant
}
