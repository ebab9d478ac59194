import { mkdtempDisposable, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeAbandoned } from './backup-folder.ts'

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
