import { editDistance } from '@vitrine/text'
import type { z } from 'zod'
import { Environment, type EnvironmentVariables, isAnthropic, isWebAddress } from './environment.ts'
import { isRetiredSetting } from './retired-settings.ts'

// The demo has defaults for these, production does not.
const neededInProduction = {
  PUBLIC_URL: 'the address under which people reach Vitrine; password links are built from it',
  SMTP_URL: 'the mail server that sends password links',
  MAIL_FROM: 'the sender of those mails',
  FOUNDATION_NAME: 'the name in the footer and on everything sent or printed',
  FOUNDATION_ADDRESS: 'the address in the footer',
} as const satisfies Partial<Record<keyof z.infer<typeof Environment>, string>>

// Pictures and recordings are all in the data folder or all in a bucket.
const neededForBucket = {
  S3_ENDPOINT: 'the address of the store, such as https://s3.example.org',
  S3_BUCKET: 'the bucket that holds pictures and recordings',
  S3_REGION: 'the region of the bucket; stores without regions take any word, such as main',
  S3_ACCESS_KEY_ID: 'the name of the key',
  S3_SECRET_ACCESS_KEY: 'the secret of the key',
} as const satisfies Partial<Record<keyof z.infer<typeof Environment>, string>>

// The foundation decides on its licences; there are no defaults.
const neededToOpen = {
  TEXT_LICENCE: 'the licence of the texts that OPEN_COLLECTION=on hands out, such as CC0-1.0',
  PICTURE_LICENCE: 'the licence of pictures that have none of their own, such as CC-BY-4.0',
} as const satisfies Partial<Record<keyof z.infer<typeof Environment>, string>>

/** Describes invalid values of single variables, in sentences. */
export const describeInvalidValues = (
  error: z.ZodError,
  variables: EnvironmentVariables,
): string[] =>
  error.issues.map(
    (issue) =>
      `${issue.path.join('.')} ${issue.message} (it is "${toShownValue(issue.path[0], variables)}")`,
  )

export const isProduction = (variables: EnvironmentVariables): boolean =>
  variables.NODE_ENV === 'production'

export const usesS3 = (variables: EnvironmentVariables): boolean =>
  Object.keys(neededForBucket).some((name) => variables[name] !== undefined)

export const isOpenCollection = (variables: EnvironmentVariables): boolean =>
  (variables.OPEN_COLLECTION ?? (isProduction(variables) ? 'off' : 'on')) === 'on'

/** Finds variables that are valid by themselves but incomplete or contradictory together. */
export function findCombinationProblems(variables: EnvironmentVariables): string[] {
  const problems = isProduction(variables)
    ? findProductionProblems(variables)
    : findPublishedDemoProblems(variables)
  if (usesS3(variables)) {
    const advice = ' (leave out every S3_… for a folder)'
    problems.push(...describeMissing(neededForBucket, variables, advice))
  }
  problems.push(...findModelProblems(variables))
  return problems
}

const describeMissing = (
  needed: Readonly<Record<string, string>>,
  variables: EnvironmentVariables,
  advice = '',
): string[] =>
  Object.entries(needed)
    .filter(([name]) => variables[name] === undefined)
    .map(([name, purpose]) => `${name} is missing: ${purpose}${advice}`)

function findProductionProblems(variables: EnvironmentVariables): string[] {
  const { SEED: seed, PUBLIC_URL: address } = variables
  const problems = describeMissing(neededInProduction, variables)
  if (isOpenCollection(variables)) problems.push(...describeMissing(neededToOpen, variables))
  if (seed === 'demo' || seed === 'texts')
    problems.push(`SEED=${seed} would create accounts with a public password in production`)
  if (address && isWebAddress(address) && new URL(address).protocol !== 'https:')
    problems.push('PUBLIC_URL must start with https:// in production')
  return problems
}

// 'localhost', 'vitrine.localhost', '127.0.0.1' or '[::1]'.
const loopbackHost = /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/

/** Without NODE_ENV=production the demo is seeded, and its passwords are known to everyone. */
function findPublishedDemoProblems({
  NODE_ENV: mode,
  SEED: seed,
  PUBLIC_URL: address = '',
}: EnvironmentVariables): string[] {
  const host = URL.parse(address)?.hostname
  const isThisMachine = host === undefined || loopbackHost.test(host)
  if (isThisMachine || seed === 'none' || mode === 'test') return []
  return [
    'PUBLIC_URL is not this machine, and without NODE_ENV=production a demo with known passwords would be published: ' +
      'set NODE_ENV=production, or leave PUBLIC_URL out to try Vitrine here',
  ]
}

/** Finds missing settings of the language model. */
function findModelProblems(variables: EnvironmentVariables): string[] {
  const { AI_MODEL: model, AI_BASE_URL: address, AI_API_KEY: key } = variables
  if (!model && !address && !key) return []
  const problems: string[] = []
  if (!address)
    problems.push(
      'AI_BASE_URL is missing: where the model answers, such as http://localhost:11434/v1 or https://api.anthropic.com',
    )
  if (!model)
    problems.push('AI_MODEL is missing: the name of the model that answers at AI_BASE_URL')
  if (address && isAnthropic(address) && !key)
    problems.push('AI_API_KEY is missing: Anthropic requires one')
  return problems
}

// Matched by name, so that a new variable of this kind is covered. DATABASE_URL and SMTP_URL hold
// passwords, however they are written.
const mayHoldSecret = /_(?:URL|ENDPOINT|KEY|KEY_ID|HEADERS|SECRET|PASSWORD|TOKEN)$/

/** The value as a message may repeat it: never one that may hold a secret. */
function toShownValue(name: PropertyKey | undefined, variables: EnvironmentVariables): string {
  const variable = String(name)
  const value = variables[variable] ?? ''
  const isFromFile = variables[`${variable}_FILE`] !== undefined
  const isSecret = mayHoldSecret.test(variable) && variable !== 'PUBLIC_URL'
  return isSecret || isFromFile || value.includes('@') ? '…' : value
}

// Shorter names resemble those of other programs: HOME is no misspelt HOST.
const minCheckedLength = 6
const minLengthForTwoEdits = 8

/** Describes variables that are probably misspelt names of ours, in sentences. */
export function describeMisspeltNames(variables: EnvironmentVariables): string[] {
  const knownNames = Object.keys(Environment.shape).flatMap((name) => [name, `${name}_FILE`])
  return Object.keys(variables)
    .filter(
      (name) =>
        name.length >= minCheckedLength && !knownNames.includes(name) && !isRetiredSetting(name),
    )
    .flatMap((name) => {
      const maxEdits = name.length < minLengthForTwoEdits ? 1 : 2
      const [nearest] = knownNames
        .map((knownName) => ({ knownName, edits: editDistance(name, knownName, maxEdits, false) }))
        .filter(({ edits }) => edits <= maxEdits)
        .sort((a, b) => a.edits - b.edits)
      return nearest
        ? [
            `${name} is not a setting of Vitrine and has no effect. Did you mean ${nearest.knownName}?`,
          ]
        : []
    })
}
