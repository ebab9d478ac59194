import { editDistance } from '@vitrine/text'
import type { z } from 'zod'
import { Environment, isWebAddress } from './environment.ts'

/** The variables as set. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

// A demo has defaults for these, production does not.
const neededInProduction = {
  PUBLIC_URL: 'the address under which people reach Vitrine; password links are built from it',
  SMTP_URL: 'the mail server that sends password links',
  MAIL_FROM: 'the sender of those mails',
  FOUNDATION_NAME: 'the name in the footer and on everything sent or printed',
  FOUNDATION_ADDRESS: 'the address in the footer',
} as const satisfies Partial<Record<keyof z.infer<typeof Environment>, string>>

// Pictures and recordings are either all in the data folder or all in a bucket.
const neededTogether = {
  S3_ENDPOINT: 'the address of the store, such as https://s3.example.org',
  S3_BUCKET: 'the bucket that holds pictures and recordings',
  S3_REGION: 'the region of the bucket; stores without regions take any word, such as main',
  S3_ACCESS_KEY_ID: 'the name of the key',
  S3_SECRET_ACCESS_KEY: 'the secret of the key',
} as const satisfies Partial<Record<keyof z.infer<typeof Environment>, string>>

// The foundation decides on its licence; there is no default.
const neededToOpen = {
  TEXT_LICENCE: 'the licence of the texts that OPEN_COLLECTION=on hands out, such as CC0-1.0',
  PICTURE_LICENCE: 'the licence of pictures that have none of their own, such as CC-BY-4.0',
} as const satisfies Partial<Record<keyof z.infer<typeof Environment>, string>>

/** The problems of single variables, as sentences. */
export const describeInvalidValues = (error: z.ZodError, given: EnvironmentVariables): string[] =>
  error.issues.map(
    (issue) => `${issue.path.join('.')} ${issue.message} (it is "${shown(issue.path[0], given)}")`,
  )

export const isProduction = (given: EnvironmentVariables): boolean =>
  given.NODE_ENV === 'production'

export const usesS3 = (given: EnvironmentVariables): boolean =>
  Object.keys(neededTogether).some((name) => given[name] !== undefined)

export const isOpenCollection = (given: EnvironmentVariables): boolean =>
  (given.OPEN_COLLECTION ?? (isProduction(given) ? 'off' : 'on')) === 'on'

/** Variables that are valid by themselves but incomplete together. */
export const findCombinationProblems = (given: EnvironmentVariables): string[] => [
  ...(isProduction(given) ? productionProblems(given) : publishedDemo(given)),
  ...(usesS3(given) ? missing(neededTogether, given, ' (leave out every S3_… for a folder)') : []),
  ...assistantProblems(given),
]

const missing = (
  needed: Readonly<Record<string, string>>,
  given: EnvironmentVariables,
  advice = '',
): string[] =>
  Object.entries(needed)
    .filter(([name]) => given[name] === undefined)
    .map(([name, purpose]) => `${name} is missing: ${purpose}${advice}`)

function productionProblems(given: EnvironmentVariables): string[] {
  const { SEED: seed, PUBLIC_URL: address } = given
  return [
    ...missing(neededInProduction, given),
    ...(isOpenCollection(given) ? missing(neededToOpen, given) : []),
    ...(seed === 'demo'
      ? ['SEED=demo would create accounts with a public password in production']
      : []),
    ...(address && isWebAddress(address) && new URL(address).protocol !== 'https:'
      ? ['PUBLIC_URL must start with https:// in production']
      : []),
  ]
}

/** Without NODE_ENV=production the demo is seeded, and its passwords are known to everyone. */
function publishedDemo({
  NODE_ENV: mode,
  SEED: seed,
  PUBLIC_URL: address = '',
}: EnvironmentVariables): string[] {
  const host = URL.parse(address)?.hostname
  const isThisMachine =
    host === undefined || /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/.test(host)
  if (isThisMachine || seed === 'none' || mode === 'test') return []
  return [
    'PUBLIC_URL is not this machine, and without NODE_ENV=production a demo with known passwords would be published: ' +
      'set NODE_ENV=production, or leave PUBLIC_URL out to try Vitrine here',
  ]
}

/** The missing settings of a language model. */
function assistantProblems(given: EnvironmentVariables): string[] {
  const { AI_PROVIDER: provider, AI_MODEL: model, AI_BASE_URL: address, AI_API_KEY: key } = given
  if (!provider) {
    const useless = ['AI_MODEL', 'AI_BASE_URL', 'AI_API_KEY'].filter(
      (name) => given[name] !== undefined,
    )
    return useless.map(
      (name) => `${name} is set but AI_PROVIDER is not: set it too, or leave all of them out`,
    )
  }
  return [
    ...(model ? [] : ['AI_MODEL is missing: the name of the model that AI_PROVIDER shall use']),
    ...(provider === 'openai-compatible' && !address
      ? ['AI_BASE_URL is missing: where the provider answers, such as http://localhost:11434/v1']
      : []),
    ...(provider === 'anthropic' && !key ? ['AI_API_KEY is missing: Anthropic requires one'] : []),
  ]
}

// By name, so that a new variable of this kind is covered. DATABASE_URL and SMTP_URL hold passwords, however they are written.
const mayHoldSecret = /_(?:URL|ENDPOINT|KEY|KEY_ID|HEADERS|SECRET|PASSWORD|TOKEN)$/

/** A value to repeat in a message; never one that may hold a secret. */
function shown(name: PropertyKey | undefined, given: EnvironmentVariables): string {
  const variable = String(name)
  const value = given[variable] ?? ''
  const isFromFile = given[`${variable}_FILE`] !== undefined
  const isSecret = mayHoldSecret.test(variable) && variable !== 'PUBLIC_URL'
  return isSecret || isFromFile || value.includes('@') ? '…' : value
}

const newNames = { CREDIT_LABEL: 'CREDIT_TEXT', MOST_AT_ONCE: 'MAX_CONCURRENT_REQUESTS' } as const

/** The variables by their present names. An old name still works where the new one is not set, with a warning. */
export function withCurrentNames(variables: EnvironmentVariables): {
  given: EnvironmentVariables
  warnings: string[]
} {
  const given: Record<string, string | undefined> = { ...variables }
  const warnings: string[] = []
  for (const [name, current] of Object.entries(newNames)) {
    if (given[name] === undefined) continue
    warnings.push(`${name} is now called ${current}. The old name still works; please change it.`)
    given[current] ??= given[name]
    delete given[name]
  }
  return { given, warnings }
}

// Shorter names resemble those of other programs: HOME is no misspelt HOST.
const minLength = 6

/** Names that are most likely meant for Vitrine and unknown to it, each in a sentence. */
export function findMisspeltNames(given: EnvironmentVariables): string[] {
  const known = Object.keys(Environment.shape).flatMap((name) => [name, `${name}_FILE`])
  return Object.keys(given)
    .filter((name) => name.length >= minLength && !known.includes(name))
    .flatMap((name) => {
      const maxEdits = name.length < 8 ? 1 : 2
      const [nearest] = known
        .map((other) => ({ other, edits: editDistance(name, other, maxEdits, false) }))
        .filter(({ edits }) => edits <= maxEdits)
        .sort((a, b) => a.edits - b.edits)
      return nearest
        ? [`${name} is not a setting of Vitrine and has no effect. Did you mean ${nearest.other}?`]
        : []
    })
}
