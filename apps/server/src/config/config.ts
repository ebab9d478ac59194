import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { toYear } from '@vitrine/contract'
import type { Imprint } from '@vitrine/pages'
import type { z } from 'zod'
import type { Clock } from '../base/clock.ts'
import {
  defaultBackupKeep,
  Environment,
  type EnvironmentVariables,
  isAnthropic,
} from './environment.ts'
import { defaultLimits, type Limits } from './limits.ts'
import {
  describeInvalidValues,
  describeMisspeltNames,
  findCombinationProblems,
  isOpenCollection,
  isProduction,
  usesS3,
} from './problems.ts'
import { explainRetiredSettings } from './retired-settings.ts'

export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      [
        'Vitrine can’t start with this configuration:',
        ...problems.map((problem) => `  - ${problem}`),
      ].join('\n'),
    )
    this.problems = problems
  }
}

const anthropicUrl = 'https://api.anthropic.com/v1'

export type Config = ReturnType<typeof readConfig>

/**
 * Parses environment variables, or fails with all problems at once. Tests pass limits that are
 * easier to reach.
 */
export function readConfig(
  variables: Record<string, string | undefined>,
  limits: Partial<Limits> = {},
) {
  const { env, given, warnings } = parseEnvironment(variables)
  const production = isProduction(given)
  const dataDir = resolve(env.DATA_DIR)
  return {
    /** Likely mistakes; logged at startup and printed by every command. */
    warnings,
    production,
    limits: { ...defaultLimits, ...limits },
    listen: { host: env.HOST, port: env.PORT },
    trustProxy: env.TRUST_PROXY,
    /** How long a process drains before it stops, in milliseconds. */
    stopDelay: env.STOP_DELAY,
    /** How many seconds a CDN may cache public content. */
    publicMaxAge: env.PUBLIC_MAX_AGE,
    dataDir,
    database: toDatabaseConfig(env, dataDir),
    media: usesS3(given) ? toBucketConfig(env) : toFolderConfig(dataDir),
    /** If it is not configured, it is known only after listening: see `start.ts`. */
    publicUrl: env.PUBLIC_URL,
    mail: {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM ?? 'Vitrine <vitrine@localhost>',
    },
    /** Encrypts the secrets of authenticator apps; without it they are stored as they are. */
    secondStepKey: env.SECOND_STEP_KEY ?? null,
    /**
     * The language model that writes for people; without one the embedded engine does, and no text
     * leaves the server.
     */
    ai: toModelConfig(env),
    /** Holds only what can be recreated. */
    cacheDir: resolve(dataDir, 'cache'),
    backups: {
      daily: env.BACKUP_KEEP > 0,
      folder: resolve(env.BACKUP_DIR ?? resolve(dataDir, 'backups')),
      /** Maximum number of automatic backups of each kind. */
      keep: env.BACKUP_KEEP || defaultBackupKeep,
    },
    seedDemo: !production && env.SEED !== 'none',
    /** Whether the demo comes with its pictures and recordings. */
    seedMedia: env.SEED !== 'texts',
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    /** For monitoring, which gets routes, statuses and times, but no personal text. */
    telemetry: {
      metrics: env.METRICS_PORT === undefined ? null : { host: env.HOST, port: env.METRICS_PORT },
      traces: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    },
    foundation: {
      name: env.FOUNDATION_NAME ?? 'Fondation Vitrine',
      address: env.FOUNDATION_ADDRESS ?? 'Chemin du Musée 1, 1700 Fribourg',
    },
    /** An external chat on the public pages of cars, in place of our guide. */
    chatFrameUrl: env.CHAT_FRAME_URL ?? null,
    /** Maximum number of answers per day that the language model may give visitors. */
    guideModelBudget: env.GUIDE_MODEL_BUDGET,
    /** Whether visitors' browsers keep pages for offline use. */
    offlinePages: env.OFFLINE_PAGES,
    /** Whether other programs may read what visitors see of the collection. */
    openCollection: isOpenCollection(given),
    /** The licence of texts, and of pictures without one of their own; null when not configured. */
    licences: {
      texts: env.TEXT_LICENCE ?? (production ? null : 'CC0-1.0'),
      pictures: env.PICTURE_LICENCE ?? (production ? null : 'CC-BY-4.0'),
    },
    /** Origins whose pages may show the save-the-date box in a frame. */
    saveTheDateFrameAncestors: env.SAVE_THE_DATE_FRAME_ANCESTORS ?? ["'self'"],
    /** Root's links on Home, to our own screens unless configured otherwise. */
    externalTools: [
      env.CHAT_LOGS_URL
        ? { title: 'Chat Logs', url: env.CHAT_LOGS_URL, info: null }
        : { title: 'Chat Logs', url: '/questions', info: '/api/questions/info' },
      { title: 'Assistant', url: env.ASSISTANT_URL ?? '/assistant', info: null },
    ],
  }
}

type ParsedEnvironment = z.output<typeof Environment>

/** Validates variables and reads values from files; throws all problems in one error. */
function parseEnvironment(variables: EnvironmentVariables): {
  readonly env: ParsedEnvironment
  /** The variables that are set, including those read from files. */
  readonly given: EnvironmentVariables
  readonly warnings: readonly string[]
} {
  // Many tools spell "not set" as an empty variable.
  const nonEmpty = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value?.trim()),
  )
  const { variables: given, problems: unreadable } = withValuesFromFiles(nonEmpty)
  const parsed = Environment.safeParse(given)
  const retired = explainRetiredSettings(given)
  const warnings = [...retired.warnings, ...describeMisspeltNames(nonEmpty)]
  const problems = [
    ...unreadable,
    ...retired.problems,
    ...(parsed.success ? [] : describeInvalidValues(parsed.error, given)),
    ...findCombinationProblems(given),
  ]
  // Warnings are included, because a missing variable is often a misspelt one.
  if (!parsed.success || problems.length > 0) throw new ConfigError([...problems, ...warnings])
  return { env: parsed.data, given, warnings }
}

const toDatabaseConfig = ({ DATABASE_URL: url }: ParsedEnvironment, dataDir: string) =>
  url
    ? ({ kind: 'postgres', url } as const)
    : ({ kind: 'sqlite', file: resolve(dataDir, 'vitrine.sqlite') } as const)

const toFolderConfig = (dataDir: string) =>
  ({ kind: 'folder', folder: resolve(dataDir, 'media') }) as const

/** All settings of a bucket are set: `findCombinationProblems` has checked it. */
const toBucketConfig = (env: ParsedEnvironment) =>
  ({
    kind: 's3',
    endpoint: env.S3_ENDPOINT ?? '',
    bucket: env.S3_BUCKET ?? '',
    region: env.S3_REGION ?? '',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  }) as const

function toModelConfig(env: ParsedEnvironment) {
  const { AI_BASE_URL: address } = env
  if (!address) return null
  const usesAnthropic = isAnthropic(address)
  return {
    provider: usesAnthropic ? 'anthropic' : 'openai-compatible',
    baseUrl: usesAnthropic ? anthropicUrl : address,
    apiKey: env.AI_API_KEY,
    model: env.AI_MODEL ?? '',
    seesPictures: env.AI_SEES_PICTURES === 'on',
  } as const
}

/**
 * Whether the process runs in production; also works if the rest of the configuration is invalid.
 */
export const isProductionEnvironment = (): boolean => isProduction(process.env)

/** Reads `.env` if there is one, then the environment. */
export function readConfigFromEnvironment(limits: Partial<Limits> = {}): Config {
  try {
    process.loadEnvFile()
  } catch {
    // Node reports an unreadable file as missing, and without it production would run as a demo.
    if (existsSync('.env'))
      throw new ConfigError([
        '.env is there but can’t be read: is it a file that this user may read?',
      ])
  }
  return readConfig(process.env, limits)
}

const fileSuffix = '_FILE'

/**
 * Reads values from files: `SMTP_URL_FILE` for `SMTP_URL`. Container and service managers pass
 * secrets in files.
 */
function withValuesFromFiles(variables: EnvironmentVariables): {
  readonly variables: EnvironmentVariables
  readonly problems: readonly string[]
} {
  const filled: Record<string, string | undefined> = { ...variables }
  const problems: string[] = []
  for (const name of Object.keys(Environment.shape)) {
    const path = variables[name + fileSuffix]
    if (path === undefined) continue
    if (variables[name] !== undefined)
      problems.push(`${name} and ${name}${fileSuffix} are both set: leave one of them out`)
    try {
      filled[name] = readFileSync(path, 'utf8').trim() || undefined
    } catch (error) {
      problems.push(
        `${name}${fileSuffix}: ${path} can’t be read (${(error as NodeJS.ErrnoException).code})`,
      )
    }
  }
  return { variables: filled, problems }
}

/** Whether browsers reach the server by https, so that cookies may be Secure. */
export const isHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  publicUrl?.startsWith('https:') ?? false

/** The imprint of pages and papers that are rendered today. */
export const toImprint = ({ name, address }: Config['foundation'], clock: Clock): Imprint => ({
  foundation: name,
  address,
  year: toYear(clock.now()),
})
