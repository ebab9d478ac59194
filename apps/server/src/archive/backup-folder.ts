import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { absent } from '../adapters/files/absent.ts'
import { hours } from '../clock.ts'

export const unfinishedEnding = '.unfinished'

// Whoever writes a backup touches it all the time, but for the while it takes to read it back.
const abandonedAfter = hours(6)

/** `vitrine` is made by hand and never removed; the others are removed when there are enough newer ones. */
type Kind = 'vitrine' | 'daily' | 'before'

/** The name of a backup; sorted by name, those of a kind are sorted by time. */
export const backupName = (kind: Kind, at: string, about = ''): string =>
  `${[kind, at.replaceAll(':', '-').replace(/\.\d+Z$/, 'Z'), about].filter(Boolean).join('-')}.tar`

// Nothing else that somebody keeps in the folder is ours to remove, such as a `daily-letters.tar`.
const automatic = { daily: /^daily-\d{4}-\d\d-\d\d\.tar$/, before: /^before-\d{4}-\d\d-\d\dT[\d-]+Z-.+\.tar$/ }

/** The automatic backups of a kind, oldest first. */
export async function backupsIn(folder: string, kind: keyof typeof automatic): Promise<string[]> {
  const names = (await readdir(folder).catch(absent)) ?? []
  return names.filter((name) => automatic[kind].test(name)).sort()
}

/** Removes all but the newest. */
export async function keepNewest(folder: string, kind: keyof typeof automatic, count: number): Promise<void> {
  const names = await backupsIn(folder, kind)
  for (const name of names.slice(0, -count)) await rm(join(folder, name), { force: true })
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
