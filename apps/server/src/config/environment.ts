import { isIP, isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { licenceIds } from '@vitrine/contract'
import { z } from 'zod'
import { defaultLimits } from './limits.ts'

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

export const isWebAddress = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '')

/** Whether Anthropic’s own protocol is spoken at an address. */
export const isAnthropic = (address: string) => URL.parse(address)?.hostname === 'api.anthropic.com'

const webAddress = z
  .string()
  .refine(isWebAddress, 'must be a web address such as https://vitrine.example.org')
// Such as 'https://vitrine.example.org:8443'.
const addressWithoutPath = /^[^/]+\/\/[^/?#]+$/
/** A base address, to which paths are added: trailing slashes are removed. */
const baseAddress = webAddress.transform((value) => value.replace(/(?<!\/)\/+$/, ''))

const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `must be one of: ${words.join(', ')}` })

// Creating a folder below /proc makes Node loop forever: each attempt reports that the parent is
// missing.
const folder = z
  .string()
  .refine(
    (path) => !`${resolve(path)}/`.startsWith('/proc/'),
    'must be a folder that can keep files, not one below /proc',
  )

/** Seconds, converted to milliseconds. */
const duration = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number of seconds')
  .transform((seconds) => Number(seconds) * 1000)

const maxPort = 65_535

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= maxPort, 'must be a number from 0 to 65535')

const proxyWords = ['loopback', 'linklocal', 'uniquelocal']

/** Whether the value is an address or a range such as 10.0.0.0/8. */
function isProxy(value: string): boolean {
  if (proxyWords.includes(value)) return true
  const [address = '', prefixLength, ...furtherParts] = value.split('/')
  if (!isIP(address) || furtherParts.length > 0) return false
  if (prefixLength === undefined) return true
  const maxPrefixLength = isIPv4(address) ? 32 : 128
  return /^[1-9]\d{0,2}$/.test(prefixLength) && Number(prefixLength) <= maxPrefixLength
}

export const defaultBackupKeep = 7
export const defaultGuideBudget = 500
const guideBudgetRule = `must be a number of answers a day, from 0 to ${defaultLimits.questionsPerDay}`

const encryptionKeyBytes = 32

/** The schema of each variable by itself. */
export const Environment = z.object({
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  TRUST_PROXY: z
    .string()
    .refine(
      (value) => value.split(',').every((proxy) => isProxy(proxy.trim())),
      'must be loopback, uniquelocal, or addresses with commas between them, such as 10.0.0.7 or 10.0.0.0/8',
    )
    .default('loopback'),
  STOP_DELAY: duration
    .refine((milliseconds) => milliseconds <= 10_000, 'must be 10 seconds at most')
    .default(0),
  PUBLIC_MAX_AGE: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of seconds from 0 to 86400')
    .transform(Number)
    .refine((seconds) => seconds <= 86_400, 'must be a number of seconds from 0 to 86400')
    .default(0),
  DATA_DIR: folder.default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      (value) => /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? '') && !value.includes('#'),
      'must look like postgres://user:password@host:5432/database (leave it out for SQLite in the data folder); ' +
        'in a password write # as %23, / as %2F, ? as %3F and @ as %40',
    )
    .optional(),
  PUBLIC_URL: baseAddress
    .refine(
      (value) => !isWebAddress(value) || addressWithoutPath.test(value),
      'must end with the host (and port): Vitrine does not serve below a path',
    )
    .optional(),
  SMTP_URL: z
    .string()
    .refine(
      (value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? ''),
      'must look like smtp://user:password@mail.example.org:587',
    )
    .optional(),
  MAIL_FROM: z.string().regex(/@/, 'must be an e-mail address, with or without a name').optional(),
  SECOND_STEP_KEY: z
    .string()
    .transform((value) => Buffer.from(value, 'base64'))
    .refine(
      (key) => key.length === encryptionKeyBytes,
      'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them',
    )
    .optional(),
  S3_ENDPOINT: baseAddress.optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be a bucket’s name: small letters, digits, dots and hyphens',
    )
    .optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  AI_BASE_URL: baseAddress.optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  AI_SEES_PICTURES: oneOf(['on', 'off']).default('off'),
  BACKUP_DIR: folder.optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number from 0 to 9999')
    .transform(Number)
    .default(defaultBackupKeep),
  SEED: oneOf(['demo', 'texts', 'none']).optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseAddress.optional(),
  FOUNDATION_NAME: z.string().optional(),
  FOUNDATION_ADDRESS: z.string().optional(),
  CHAT_LOGS_URL: webAddress.optional(),
  ASSISTANT_URL: webAddress.optional(),
  CHAT_FRAME_URL: webAddress.optional(),
  GUIDE_MODEL_BUDGET: z
    .string()
    .regex(/^\d{1,4}$/, guideBudgetRule)
    .transform(Number)
    .refine((answers) => answers <= defaultLimits.questionsPerDay, guideBudgetRule)
    .default(defaultGuideBudget),
  OFFLINE_PAGES: oneOf(['on', 'off']).default('on'),
  OPEN_COLLECTION: oneOf(['on', 'off']).optional(),
  TEXT_LICENCE: oneOf(licenceIds).optional(),
  PICTURE_LICENCE: oneOf(licenceIds).optional(),
  SAVE_THE_DATE_FRAME_ANCESTORS: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .refine(
      (values) => values.every((value) => value === 'self' || isWebAddress(value)),
      'must be web addresses with commas between them, such as https://www.example.org (self is our own)',
    )
    .transform((values) =>
      values.map((value) => (value === 'self' ? "'self'" : new URL(value).origin)),
    )
    .optional(),
})
