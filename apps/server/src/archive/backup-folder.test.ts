import { mkdtempDisposable, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupName, keepNewest, removeAbandoned } from './backup-folder.ts'

test('what a killed process left is removed; what another one finishes at this moment does no harm', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-backups-'))
  for (const name of ['daily.tar', 'new.tar.unfinished', 'old.tar.unfinished'])
    await writeFile(join(folder.path, name), 'x')
  await utimes(join(folder.path, 'old.tar.unfinished'), 0, 0)
  // As a file looks that gets its real name between the list and the closer look.
  await symlink(join(folder.path, 'nowhere'), join(folder.path, 'finished.tar.unfinished'))

  await removeAbandoned(folder.path)
  expect((await readdir(folder.path)).sort()).toEqual(['daily.tar', 'finished.tar.unfinished', 'new.tar.unfinished'])
  await removeAbandoned(join(folder.path, 'not-there-yet'))
})

test('the oldest automatic backups go, and nothing that is somebody else’s', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-backups-'))
  const days = ['2026-11-13', '2026-11-14', '2026-11-15']
  const daily = days.map((day) => backupName('daily', day))
  const before = days.map((day) => backupName('before', `${day}T01:02:03.456Z`, '007-chores'))
  const others = ['before-christmas.tar', 'daily-2026-11-12-letters.tar', 'daily-zeitung.tar', 'vitrine-2026.tar']
  for (const name of [...daily, ...before, ...others]) await writeFile(join(folder.path, name), 'x')

  await keepNewest(folder.path, 'daily', 2)
  await keepNewest(folder.path, 'before', 1)
  const kept = [...daily.slice(1), ...before.slice(2), ...others].sort()
  expect((await readdir(folder.path)).sort()).toEqual(kept)
})
