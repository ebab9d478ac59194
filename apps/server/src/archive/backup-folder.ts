import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { absent } from '../adapters/files/absent.ts'
import { hours } from '../base/clock.ts'
import { type Installation, isOwn } from './installation.ts'
import { manifestOf } from './read-backup.ts'

export const unfinishedEnding = '.unfinished'

// Whoever writes a backup touches it all the time, but for the while it takes to read it back.
const abandonedAfter = hours(6)

/** `vitrine` is made by hand and never removed; the others are removed when there are enough newer ones. */
type Kind = 'vitrine' | 'daily' | 'before'

/** The name of a backup; sorted by name, those of a kind are sorted by time. */
export const backupName = (kind: Kind, at: string, about = ''): string =>
  `${[kind, at.replaceAll(':', '-').replace(/\.\d+Z$/, 'Z'), about].filter(Boolean).join('-')}.tar`

/** Where to write one: a backup that is there is never replaced, whoever made it. */
export function freePath(folder: string, name: string): string {
  const numbered = (count: number) => join(folder, count === 1 ? name : name.replace(/\.tar$/, `-${count}.tar`))
  let count = 1
  while (existsSync(numbered(count))) count++
  return numbered(count)
}

// Nothing else that somebody keeps in the folder is ours to remove, such as a `daily-letters.tar`.
const automatic = {
  daily: /^daily-(?<day>\d{4}-\d\d-\d\d)(?:-(?<count>\d{1,3}))?\.tar$/,
  before: /^before-(?<day>\d{4}-\d\d-\d\d)T[\d-]+Z-.+\.tar$/,
}

export interface AutomaticBackup {
  readonly name: string
  readonly path: string
  /** The day in its name. */
  readonly day: string
}

/** The automatic backups of a kind, oldest first, whoever made them. */
async function backupsIn(folder: string, kind: keyof typeof automatic): Promise<AutomaticBackup[]> {
  const names = (await readdir(folder).catch(absent)) ?? []
  return names
    .flatMap((name) => {
      const { day = '', count = '1' } = automatic[kind].exec(name)?.groups ?? {}
      return day ? [{ name, path: join(folder, name), day, order: `${day} ${count.padStart(3, '0')} ${name}` }] : []
    })
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
}

/** Those of this installation, and those of which nobody can tell any more whose they are. */
export async function ownBackups(folder: string, kind: keyof typeof automatic, installation: Installation) {
  const own: AutomaticBackup[] = []
  const unreadable: AutomaticBackup[] = []
  for (const backup of await backupsIn(folder, kind)) {
    const manifest = await manifestOf(backup.path).catch(() => null)
    if (!manifest) unreadable.push(backup)
    else if (isOwn(manifest, installation)) own.push(backup)
  }
  return { own, unreadable }
}

/**
 * Removes all but the newest of this installation. One that is dated after today, by a clock that was wrong, takes no
 * place: it would be the newest for years.
 */
export async function keepNewest(
  folder: string,
  kind: keyof typeof automatic,
  { count, installation, today }: { count: number; installation: Installation; today: string },
): Promise<void> {
  const { own } = await ownBackups(folder, kind, installation)
  const counted = own.filter(({ day }) => day <= today)
  for (const { path } of counted.slice(0, -count)) await rm(path, { force: true })
}

/** Removes what a process that was killed has left. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(absent)) ?? []) {
    if (!name.endsWith(unfinishedEnding)) continue
    const path = join(folder, name)
    // Another process may have finished it meanwhile: then it has its real name.
    const found = await stat(path).catch(absent)
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(path, { force: true })
  }
}
