import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@vitrine/contract'
import { expect, inject, onTestFinished, test } from 'vitest'
import { CallError, Client } from '../client.ts'
import { createDatabase } from '../database.ts'
import { addItem } from '../inventory.ts'
import { pictureFile } from '../media-files.ts'
import { run } from '../process.ts'
import { expectWhole } from './whole.ts'

const sharedCache = fileURLToPath(new URL('../../../../.cache/tests', import.meta.url))

/** A disk of a few megabytes; null where this user may not mount one. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

async function fillUp(file: string): Promise<void> {
  await using handle = await open(file, 'w')
  for (let size = 2 ** 20; size >= 512; size /= 2) {
    const some = Buffer.alloc(size, 'x')
    try {
      for (;;) await handle.appendFile(some)
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
}

const full = { status: 507, body: { statusCode: 507, message: expect.stringContaining('no room left') } }

test('on a full disk it says so, serves what it has, loses nothing and goes on when there is room again', {
  timeout: 60_000,
}, async ({ skip }) => {
  const disk = smallDisk()
  if (!disk) return skip('only root may mount a small disk')
  await using database = await createDatabase()
  const variables = { DATA_DIR: disk, CACHE_DIR: sharedCache, PORT: '0', ...database.variables }
  const server = run('main.ts', [], variables)
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.exit()
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  })
  const [, url = ''] = await server.wrote(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  const itemId = await addItem(root)
  const file = await pictureFile()

  for (let round = 0; round < 3; round++) {
    const ballast = join(disk, 'ballast')
    await fillUp(ballast)
    await expect(root.call(api.media.uploadImage, { body: { itemId }, file })).rejects.toMatchObject(full)

    // What the database has set aside may still take some; PostgreSQL lies on another disk.
    const kept: number[] = []
    const comment = 'y'.repeat(5000)
    const write = async () => kept.push((await root.call(api.comments.add, { body: { itemId, comment } })).id)
    const refused = await (async () => {
      for (let count = 0; count < (inject('postgresUrl') ? 20 : 2000); count++) await write()
      return null
    })().catch((error: unknown) => error)
    if (inject('postgresUrl')) expect(refused).toBeNull()
    else {
      expect(refused).toBeInstanceOf(CallError)
      expect(refused).toMatchObject(full)
    }
    expect((await root.send(api.inventory.art)).status).toBe(200)
    expect((await root.send(api.operations.ready)).status).toBe(200)

    await rm(ballast)
    await write()
    await root.call(api.media.uploadImage, { body: { itemId }, file })
    const comments = await root.call(api.comments.ofItem, { params: { id: itemId } })
    expect(comments.map(({ id }) => id)).toEqual(expect.arrayContaining(kept))
  }
  server.child.kill('SIGTERM')
  expect(await server.exit()).toBe(0)
  await expectWhole(variables, 'after a full disk')
})
