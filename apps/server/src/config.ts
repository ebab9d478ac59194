import { resolve } from 'node:path'
import { z } from 'zod'

const isWebAddress = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '')

const webAddress = z.string().refine(isWebAddress, 'must be a web address such as https://vitrine.example.org')
/** One to which we add paths. */
const baseAddress = webAddress.transform((value) => value.replace(/\/+$/, ''))

const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `must be one of: ${words.join(', ')}` })

const duration = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number of seconds')
  .transform((seconds) => Number(seconds) * 1000)

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a number from 0 to 65535')

const namedValues = z
  .string()
  .regex(/^[^=,\s]+=[^,]+(,[^=,\s]+=[^,]+)*$/, 'must look like name=value,name=value')
  .transform((list) => Object.fromEntries(list.split(',').map((pair) => pair.split(/=(.*)/, 2) as [string, string])))

const Environment = z.object({
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  TRUST_PROXY: z.string().default('loopback'),
  STOP_DELAY: duration.refine((milliseconds) => milliseconds <= 10_000, 'must be 10 seconds at most').default(0),
  MOST_AT_ONCE: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a number from 1 to 999999')
    .transform(Number)
    .default(1000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      (value) => /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ''),
      'must look like postgres://user:password@host:5432/database (leave it out for SQLite in the data folder)',
    )
    .optional(),
  DATABASE_TIMEOUT: duration
    .refine((milliseconds) => milliseconds >= 1000, 'must be 1 second at least')
    .default(10_000),
  PUBLIC_URL: baseAddress.optional(),
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
    .refine((key) => key.length === 32, 'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them')
    .optional(),
  S3_ENDPOINT: baseAddress.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket’s name: small letters, digits, dots and hyphens')
    .optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  AI_PROVIDER: oneOf(['openai-compatible', 'anthropic']).optional(),
  AI_BASE_URL: baseAddress.optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  AI_TIMEOUT: duration.optional(),
  AI_FIRST_WORD_TIMEOUT: duration.optional(),
  CACHE_DIR: z.string().optional(),
  BACKUPS: oneOf(['daily', 'off']).default('daily'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999')
    .transform(Number)
    .default(7),
  SEED: oneOf(['demo', 'none']).optional(),
  SEED_MEDIA: oneOf(['drawn', 'none']).optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: namedValues.optional(),
  OTEL_SERVICE_NAME: z.string().default('vitrine'),
  FOUNDATION_NAME: z.string().optional(),
  FOUNDATION_ADDRESS: z.string().optional(),
  CREDIT_LABEL: z.string().optional(),
  CREDIT_URL: webAddress.optional(),
  CHAT_LOGS_URL: webAddress.optional(),
  CHAT_LOGS_INFO_URL: webAddress.optional(),
  ASSISTANT_URL: webAddress.optional(),
  ASSISTANT_INFO_URL: webAddress.optional(),
  CHAT_FRAME_URL: webAddress.optional(),
  SAVE_THE_DATE_FRAME_ANCESTORS: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .refine(
      (values) => values.every((value) => value === 'self' || isWebAddress(value)),
      'must be web addresses with commas between them, such as https://www.example.org (self is our own)',
    )
    .transform((values) => values.map((value) => (value === 'self' ? "'self'" : new URL(value).origin)))
    .optional(),
})

// What a demo can make up, but the real thing can't.
const neededInProduction = {
  PUBLIC_URL: 'the address under which people reach Vitrine; password links are built from it',
  SMTP_URL: 'the mail server that sends password links',
  MAIL_FROM: 'the sender of those mails',
  FOUNDATION_NAME: 'the name in the footer and on everything that leaves the house',
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

export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['Vitrine can’t start with this configuration:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
    this.problems = problems
  }
}

export type Config = ReturnType<typeof readConfig>

/** Turns environment variables into a configuration, or tells everything that is wrong with them at once. */
export function readConfig(variables: Record<string, string | undefined>) {
  // An empty variable is how many tools spell "not set".
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(
        (issue) => `${issue.path.join('.')} ${issue.message} (it is "${shown(issue.path[0], given)}")`,
      )

  const production = given.NODE_ENV === 'production'
  if (production) {
    for (const [name, purpose] of Object.entries(neededInProduction)) {
      if (given[name] === undefined) problems.push(`${name} is missing: ${purpose}`)
    }
    if (given.SEED === 'demo') problems.push('SEED=demo would create accounts with a public password in production')
    if (given.PUBLIC_URL && isWebAddress(given.PUBLIC_URL) && !given.PUBLIC_URL.startsWith('https:')) {
      problems.push('PUBLIC_URL must start with https:// in production')
    }
  }
  const usesS3 = Object.keys(neededTogether).some((name) => given[name] !== undefined)
  for (const [name, purpose] of usesS3 ? Object.entries(neededTogether) : []) {
    if (given[name] === undefined) problems.push(`${name} is missing: ${purpose} (leave out every S3_… for a folder)`)
  }
  problems.push(...assistantProblems(given))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)

  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR)
  return {
    production,
    listen: { host: env.HOST, port: env.PORT },
    trustProxy: env.TRUST_PROXY,
    /** How long a process that is told to stop sends readers to the others before it does, in milliseconds. */
    stopDelay: env.STOP_DELAY,
    /** How many requests are worked on at the same time; more are told to come back. */
    mostAtOnce: env.MOST_AT_ONCE,
    dataDir,
    database: env.DATABASE_URL
      ? ({ kind: 'postgres', url: env.DATABASE_URL } as const)
      : ({ kind: 'sqlite', file: resolve(dataDir, 'vitrine.sqlite') } as const),
    /** How long a request waits for one answer of PostgreSQL, in milliseconds. */
    databasePatience: env.DATABASE_TIMEOUT,
    media: usesS3
      ? ({
          kind: 's3',
          endpoint: env.S3_ENDPOINT ?? '',
          bucket: env.S3_BUCKET ?? '',
          region: env.S3_REGION ?? '',
          accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
        } as const)
      : ({ kind: 'folder', folder: resolve(dataDir, 'media') } as const),
    /** Known only after listening when it is not configured: see `main.ts`. */
    publicUrl: env.PUBLIC_URL,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM ?? 'Vitrine <vitrine@localhost>' },
    /** Seals the secrets of authenticator apps; without one they are kept as they are. */
    secondStepKey: env.SECOND_STEP_KEY ?? null,
    /** The language model that writes for people; without one the embedded engine does, and nothing leaves the house. */
    ai: env.AI_PROVIDER
      ? {
          provider: env.AI_PROVIDER,
          baseUrl: env.AI_BASE_URL,
          apiKey: env.AI_API_KEY,
          model: env.AI_MODEL ?? '',
          patience: env.AI_TIMEOUT ?? 120_000,
          firstWord: env.AI_FIRST_WORD_TIMEOUT ?? 30_000,
        }
      : null,
    /** Holds only what can be made again. */
    cacheDir: resolve(env.CACHE_DIR ?? resolve(dataDir, 'cache')),
    backups: {
      daily: env.BACKUPS === 'daily',
      folder: resolve(env.BACKUP_DIR ?? resolve(dataDir, 'backups')),
      /** How many of the automatic ones there are at most, of each kind. */
      keep: env.BACKUP_KEEP,
    },
    seedDemo: !production && env.SEED !== 'none',
    /** Pictures and recordings for the demo: they take a minute of work after the start. */
    seedMedia: !production && env.SEED !== 'none' && env.SEED_MEDIA !== 'none',
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    /** Who outside is told of requests: by figures, never by what people wrote. */
    telemetry: {
      metrics: env.METRICS_PORT === undefined ? null : { host: env.HOST, port: env.METRICS_PORT },
      traces: env.OTEL_EXPORTER_OTLP_ENDPOINT
        ? {
            endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
            serviceName: env.OTEL_SERVICE_NAME,
          }
        : null,
    },
    foundation: {
      name: env.FOUNDATION_NAME ?? 'Fondation Vitrine',
      address: env.FOUNDATION_ADDRESS ?? 'Chemin du Musée 1, 1700 Fribourg',
    },
    credit: env.CREDIT_URL ? { label: env.CREDIT_LABEL ?? new URL(env.CREDIT_URL).host, url: env.CREDIT_URL } : null,
    /** The chat on a car's public page. */
    chatFrameUrl: env.CHAT_FRAME_URL ?? null,
    /** Whose pages may show the save-the-date box in a frame. */
    saveTheDateFrameAncestors: env.SAVE_THE_DATE_FRAME_ANCESTORS ?? ["'self'"],
    externalTools: [
      { title: 'Chat Logs', url: env.CHAT_LOGS_URL, info: env.CHAT_LOGS_INFO_URL ?? null },
      { title: 'Assistant', url: env.ASSISTANT_URL, info: env.ASSISTANT_INFO_URL ?? null },
    ].flatMap(({ title, url, info }) => (url ? [{ title, url, info }] : [])),
  }
}

/** What the settings of a language model lack, taken together. */
function assistantProblems(given: Record<string, string | undefined>): string[] {
  const { AI_PROVIDER: provider, AI_MODEL: model, AI_BASE_URL: address, AI_API_KEY: key } = given
  if (!provider) {
    const useless = ['AI_MODEL', 'AI_BASE_URL', 'AI_API_KEY'].filter((name) => given[name] !== undefined)
    return useless.map((name) => `${name} is set but AI_PROVIDER is not: set it too, or leave all of them out`)
  }
  return [
    ...(model ? [] : ['AI_MODEL is missing: the name of the model that AI_PROVIDER shall use']),
    ...(provider === 'openai-compatible' && !address
      ? ['AI_BASE_URL is missing: where the provider answers, such as http://localhost:11434/v1']
      : []),
    ...(provider === 'anthropic' && !key ? ['AI_API_KEY is missing: Anthropic answers nobody without one'] : []),
  ]
}

/** Reads `.env` if there is one, then the environment. */
export function configFromEnvironment(): Config {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return readConfig(process.env)
}

/** A value to repeat in a message: addresses may carry a password, so they are not repeated. */
function shown(name: PropertyKey | undefined, given: Record<string, string | undefined>): string {
  const value = given[String(name)] ?? ''
  return value.includes('@') ||
    name === 'AI_API_KEY' ||
    name === 'SECOND_STEP_KEY' ||
    name === 'OTEL_EXPORTER_OTLP_HEADERS'
    ? '…'
    : value
}
