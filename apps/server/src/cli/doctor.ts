import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { smtpMailer } from '../adapters/mail/mail.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { listBackups } from '../archive/automatic-backups.ts'
import { explainError, formatWithCause } from '../archive/explain.ts'
import { days, hours, minutes, seconds } from '../base/clock.ts'
import { withTimeout } from '../base/with-timeout.ts'
import type { Config } from '../config/config.ts'
import { isPostgres } from '../db/dialect.ts'
import { describeDatabase, requireExistingDatabase } from '../db/expect-database.ts'
import {
  knownMigrations,
  readExecutedMigrations,
  toSchemaNumber,
  versionAndSchema,
} from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { createLogger } from '../runtime/logger.ts'
import { type Command, parseCommandArgs } from './command.ts'

// Longer than Caddyfile lets a request wait for the server, so that its answer is reported.
const timeoutMs = seconds(15)
const minFreeBytes = 1_000_000_000
const maxBackupAgeMs = days(2)
const maxClockDifferenceMs = minutes(1)
const maxNameLength = 'configuration'.length

/** Returns a finding in words; throws if something is wrong. */
type Check = (config: Config) => Promise<string>

export const doctorCommand: Command = {
  summary: 'check that everything around Vitrine works',
  help: `Usage: vitrine doctor [--mail you@example.org]

Checks configuration, database, disks, media store, mail server, clock, public address and backups, with one
line for each, and exits with 1 if one of them fails. It writes a small file to the media store and removes
it again. With --mail it sends a mail. The contents of the database are the subject of check.`,

  async run(args, config) {
    const { mail } = parseCommandArgs(args, { options: { mail: { type: 'string' } } }).values
    const checks: Record<string, Check> = {
      version: async () => versionAndSchema,
      configuration: checkConfiguration,
      database: checkDatabase,
      disk: ({ dataDir }) => checkDisk(dataDir),
      'media store': checkMediaStore,
      mail: (settings) => checkMail(settings, mail),
      address: checkAddress,
      backups: checkBackups,
    }
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({
        name,
        ...(await runCheck(check, config)),
      })),
    )
    const text = results
      .map(
        ({ name, isGood, finding }) =>
          `${isGood ? 'ok  ' : 'FAIL'}  ${name.padEnd(maxNameLength)}  ${finding}`,
      )
      .join('\n')
    if (results.some(({ isGood }) => !isGood)) throw new Error(text)
    return text
  },
}

async function runCheck(
  check: Check,
  config: Config,
): Promise<{ isGood: boolean; finding: string }> {
  try {
    const finding = await withTimeout(
      check(config),
      timeoutMs,
      `no answer within ${timeoutMs / 1000} seconds`,
    )
    return { isGood: true, finding }
  } catch (error) {
    return { isGood: false, finding: explainError(error) ?? formatWithCause(error as Error) }
  }
}

/** Invalid settings have already ended the command. */
async function checkConfiguration({ production, publicUrl }: Config): Promise<string> {
  return production
    ? `production, ${publicUrl}`
    : 'not production: NODE_ENV is not set to production'
}

async function checkDatabase(config: Config): Promise<string> {
  await using db = openDatabase(requireExistingDatabase(config.database), createLogger('silent'))
  const executed = await readExecutedMigrations(db)
  if (toSchemaNumber(executed) !== toSchemaNumber(knownMigrations))
    throw new Error(
      `${describeDatabase(config.database)} has schema ${toSchemaNumber(executed)}: please run migrate`,
    )
  // A write that changes nothing.
  await db.updateTable('program_version').set({ version: sql`version` }).execute()
  if (isPostgres(db))
    await requireSameClock(
      async () => (await sql<{ now: Date }>`select now()`.execute(db)).rows[0]?.now,
    )
  return `${describeDatabase(config.database)} can be read and written`
}

async function checkDisk(folder: string): Promise<string> {
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`)
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  if (freeBytes < minFreeBytes)
    throw new Error(`only ${formatGigabytes(freeBytes)} are free in ${folder}`)
  return `${formatGigabytes(freeBytes)} are free in ${folder}`
}

const formatGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

async function checkMediaStore({ media: mediaPlace }: Config): Promise<string> {
  const store = await openMediaStore(mediaPlace, { timeoutMs })
  const content = randomBytes(64)
  const key = `${createHash('sha256').update(content).digest('hex')}/doctor`
  await store.put(key, content)
  try {
    const stored = await store.find(key)
    if (!stored || !(await buffer(await stored.open())).equals(content))
      throw new Error('a file came back changed')
  } finally {
    await store.remove(key)
  }
  return mediaPlace.kind === 's3'
    ? `the bucket ${mediaPlace.bucket} keeps files`
    : `${mediaPlace.folder} keeps files`
}

async function checkMail(
  { mail: { smtpUrl, from } }: Config,
  to: string | undefined,
): Promise<string> {
  if (!smtpUrl) return 'no mail server is set: mails become files in the folder outbox'
  const mailer = smtpMailer(smtpUrl, from)
  const { hostname } = new URL(smtpUrl)
  await mailer.verify()
  if (!to) return `${hostname} accepts the account; --mail you@example.org sends a mail`
  const text = 'This mail was sent by vitrine doctor: Vitrine can send mail.'
  await mailer.send({
    to,
    subject: 'Vitrine can send mail',
    text,
    html: `<p>${text}</p>`,
    link: '',
  })
  return `${hostname} took a mail to ${to}`
}

/** Checks the proxy in front, its certificate and its clock. */
async function checkAddress({ publicUrl }: Config): Promise<string> {
  if (!publicUrl) return 'no PUBLIC_URL is set'
  const response = await fetch(new URL('/api/ready', publicUrl), { redirect: 'error' })
  const answer = (await response.json().catch(() => null)) as {
    status?: unknown
    message?: unknown
  } | null
  const isVitrine = response.headers.has('x-request-id')
  if (!isVitrine && response.status >= 500)
    throw new Error(
      `the proxy at ${publicUrl} answers ${response.status}: is the server running, and does the proxy know its port?`,
    )
  if (!isVitrine) throw new Error(`another program answers at ${publicUrl}`)
  if (!response.ok) throw new Error(`${publicUrl} answers ${response.status}: ${answer?.message}`)
  const date = response.headers.get('date')
  await requireSameClock(async () => (date ? new Date(date) : undefined))
  return `${publicUrl} is answered by Vitrine`
}

async function requireSameClock(read: () => Promise<Date | undefined>): Promise<void> {
  const otherTime = await read()
  const differenceMs = otherTime ? Math.abs(otherTime.getTime() - Date.now()) : 0
  if (differenceMs > maxClockDifferenceMs)
    throw new Error(
      `its clock differs from this machine's by ${Math.round(differenceMs / 1000)} seconds`,
    )
}

async function checkBackups({ backups }: Config): Promise<string> {
  if (!backups.daily) return 'daily backups are off'
  await checkDisk(backups.folder)
  const newest = (await listBackups(backups.folder, 'daily')).at(-1)
  if (!newest)
    throw new Error(
      `there is no daily backup in ${backups.folder}; the server writes one a minute after its start`,
    )
  const ageMs = Date.now() - (await stat(newest.path)).mtimeMs
  const text = `${newest.name} is ${Math.round(ageMs / hours(1))} hours old`
  if (ageMs > maxBackupAgeMs) throw new Error(`the newest, ${text}`)
  return text
}
