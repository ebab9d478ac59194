import { type ItemType, inventoryTypes, itemTypes } from '@vitrine/contract'
import { formatDatestamp } from '../../projections/index.ts'

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

/** An exclusive argument excludes all others, even required ones. */
type Presence = 'required' | 'optional' | 'exclusive'

const listArguments = {
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
  ListIdentifiers: listArguments,
  ListRecords: listArguments,
} as const satisfies Record<string, Readonly<Record<string, Presence>>>

export type OaiVerb = keyof typeof verbs
export type OaiArguments = { readonly [name in keyof typeof listArguments | 'identifier']?: string }

const isVerb = (verb: string): verb is OaiVerb => Object.hasOwn(verbs, verb)

/** Parses the verb and its arguments; rejects missing, repeated and unknown ones. */
export function parseArguments(parameters: URLSearchParams): {
  verb: OaiVerb
  args: OaiArguments
} {
  const requestedVerbs = parameters.getAll('verb')
  const [verb = ''] = requestedVerbs
  if (requestedVerbs.length !== 1 || !isVerb(verb))
    throw new OaiError(
      'badVerb',
      `Please give one verb, of these: ${Object.keys(verbs).join(', ')}.`,
    )
  const presenceByName: Readonly<Record<string, Presence>> = verbs[verb]
  const args: Record<string, string> = {}
  for (const [name, value] of parameters) {
    if (name === 'verb') continue
    if (!Object.hasOwn(presenceByName, name))
      throw new OaiError('badArgument', `${verb} takes no argument “${name}”.`)
    if (Object.hasOwn(args, name))
      throw new OaiError('badArgument', `The argument ${name} was given more than once.`)
    args[name] = value
  }
  const names = Object.keys(args)
  const exclusiveName = names.find((name) => presenceByName[name] === 'exclusive')
  if (exclusiveName && names.length > 1)
    throw new OaiError('badArgument', `The argument ${exclusiveName} excludes all others.`)
  const missingName = Object.keys(presenceByName).find(
    (name) => presenceByName[name] === 'required' && !args[name],
  )
  if (missingName && !exclusiveName)
    throw new OaiError('badArgument', `The argument ${missingName} is missing.`)
  return { verb, args }
}

/** Name of a museum's set: the same as in its file names. */
export const setSpec = (type: ItemType): string => inventoryTypes[type].fileName

// The characters of a set by the schema of OAI-PMH; colons separate the levels of a hierarchy.
const setPattern = /^[\w.!~*'()-]+(?::[\w.!~*'()-]+)*$/

export function findTypeOfSet(set: string): ItemType | undefined {
  if (!setPattern.test(set))
    throw new OaiError('badArgument', 'The argument set is not well-formed.')
  return itemTypes.find((type) => setSpec(type) === set)
}

const dayOrSecond = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/

/**
 * Parses the range of datestamps, with an accuracy of seconds; days are extended to their first and
 * last second.
 */
export function parseRange({ from, until }: OaiArguments): {
  from: string | null
  until: string | null
} {
  if (from !== undefined && until !== undefined && from.length !== until.length)
    throw new OaiError('badArgument', 'Please give from and until with the same granularity.')
  const range = {
    from: parseDatestamp('from', from, '00:00:00'),
    until: parseDatestamp('until', until, '23:59:59'),
  }
  if (range.from !== null && range.until !== null && range.from > range.until)
    throw new OaiError('badArgument', 'The argument from is later than until.')
  return range
}

/** Parses a day, to which it adds the time, or a second; null if the argument was not given. */
function parseDatestamp(name: string, value: string | undefined, time: string): string | null {
  if (value === undefined) return null
  const isDay = value.length === 'YYYY-MM-DD'.length
  const instant = isDay ? `${value}T${time}Z` : value
  // Comparing the result detects days that do not exist: JavaScript turns 30 February into 1 March.
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
