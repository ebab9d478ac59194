import { mkdtempDisposable, open, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeNewFile } from '../../test/new-file.ts'
import {
  deleteAbandonedFiles,
  deleteOldBackups,
  formatBackupName,
  getFreePath,
} from './automatic-backups.ts'
import { type Manifest, tarWriter } from './backup-file.ts'

test('deletes old unfinished backups, even if another process renames one meanwhile', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-backups-'))
  for (const name of ['daily.tar', 'new.tar.unfinished', 'old.tar.unfinished'])
    await writeNewFile(join(folder.path, name))
  await utimes(join(folder.path, 'old.tar.unfinished'), 0, 0)
  // A broken link looks like a file that was renamed between listing and reading.
  await symlink(join(folder.path, 'nowhere'), join(folder.path, 'finished.tar.unfinished'))

  await deleteAbandonedFiles(folder.path)
  expect((await readdir(folder.path)).sort()).toEqual([
    'daily.tar',
    'finished.tar.unfinished',
    'new.tar.unfinished',
  ])
  await deleteAbandonedFiles(join(folder.path, 'not-there-yet'))
})

const installation = { id: 'this-installation', createdAt: '2026-11-01T00:00:00.000Z' }

/** Writes a backup with only a manifest, because nothing else is read. */
async function writeEmptyBackup(
  path: string,
  overrides: { installation?: string; madeAt?: string } = {},
): Promise<void> {
  await using handle = await open(path, 'w')
  const tar = tarWriter(handle)
  const manifest: Manifest = {
    format: 'vitrine-backup-1',
    madeBy: 'Vitrine',
    madeAt: '2026-11-15T01:00:00.000Z',
    migrations: ['001-people'],
    tables: [],
    media: { included: false, contents: [], missing: [], damaged: [] },
    entries: [],
    ...overrides,
  }
  await tar.addText('manifest.json', JSON.stringify(manifest))
  await tar.end()
}

test('deletes the oldest automatic backups of this installation, and no other file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-backups-'))
  const inFolder = (name: string) => join(folder.path, name)
  const days = ['2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15']
  const daily = days.map((day) => formatBackupName('daily', day))
  const beforeMigration = days.map((day) =>
    formatBackupName('before', `${day}T01:02:03.456Z`, '007-chores'),
  )
  for (const name of [...daily, ...beforeMigration])
    await writeEmptyBackup(inFolder(name), { installation: installation.id })

  const otherFiles = [
    'before-christmas.tar',
    'daily-2026-11-12-letters.tar',
    'daily-zeitung.tar',
    'vitrine-2026.tar',
  ]
  for (const name of otherFiles) await writeFile(inFolder(name), 'x')
  const ofOtherInstallation = 'daily-2026-11-10.tar'
  await writeEmptyBackup(inFolder(ofOtherInstallation), { installation: 'another' })
  const unreadable = 'daily-2026-11-11.tar'
  await writeFile(inFolder(unreadable), 'cut off')
  // Dated by a clock that was years ahead.
  const datedInFuture = 'daily-2031-01-01.tar'
  await writeEmptyBackup(inFolder(datedInFuture), { installation: installation.id })
  // Neither has an installation id, so only the one that is newer than this installation counts as
  // its own.
  const beforeInstallation = 'daily-2026-10-01.tar'
  await writeEmptyBackup(inFolder(beforeInstallation), { madeAt: '2026-10-01T01:00:00.000Z' })
  const afterInstallation = 'daily-2026-11-09.tar'
  await writeEmptyBackup(inFolder(afterInstallation), { madeAt: '2026-11-09T01:00:00.000Z' })

  const today = '2026-11-15'
  await deleteOldBackups(folder.path, 'daily', { count: 3, installation, today })
  await deleteOldBackups(folder.path, 'before', { count: 2, installation, today })
  const expectedNames = [
    ...daily.slice(-3),
    ...beforeMigration.slice(-2),
    ...otherFiles,
    ofOtherInstallation,
    unreadable,
    datedInFuture,
    beforeInstallation,
  ]
  expect((await readdir(folder.path)).sort()).toEqual(expectedNames.sort())
})

test('numbers the backups of a day, and deletes the lowest numbers first', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-backups-'))
  const getNextPath = () => getFreePath(folder.path, 'daily-2026-11-15.tar')
  const names = ['daily-2026-11-15.tar', 'daily-2026-11-15-2.tar', 'daily-2026-11-15-3.tar']
  for (const name of names) {
    expect(getNextPath()).toBe(join(folder.path, name))
    await writeEmptyBackup(getNextPath(), { installation: installation.id })
  }
  await deleteOldBackups(folder.path, 'daily', { count: 2, installation, today: '2026-11-15' })
  expect((await readdir(folder.path)).sort()).toEqual(names.slice(1))
})
