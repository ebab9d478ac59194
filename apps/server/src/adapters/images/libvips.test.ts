import { execFileSync } from 'node:child_process'
import { copyFile, mkdtempDisposable, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPlainPicture, largestPictures } from '../../../test/largest-pictures.ts'
import { JobFailed, JobStopped } from '../../base/jobs.ts'
import { createImageProcessor, createLibvipsRunner } from './libvips.ts'

const variant = { longestSide: 400, format: 'jpeg', quality: 80 } as const
const pictureSide = 1_000

// As many attempts as `createLibvipsRunner` makes.
const maxAttempts = 3

/** Lists the running processes for pictures. */
async function listProcessIds(): Promise<number[]> {
  const ids: number[] = []
  for (const name of await readdir('/proc')) {
    const [status, command] = await Promise.all(
      ['status', 'cmdline'].map((file) =>
        readFile(join('/proc', name, file), 'utf8').catch(() => ''),
      ),
    )
    const isOurs =
      status?.includes(`PPid:\t${process.pid}\n`) && command?.includes('libvips-process')
    if (isOurs) ids.push(Number(name))
  }
  return ids
}

/** Waits until the given number of processes for pictures run. */
async function waitForProcesses(count: number): Promise<number[]> {
  await expect.poll(listProcessIds, { timeout: 20_000 }).toHaveLength(count)
  return listProcessIds()
}

/** Kills every process for pictures until the work ends; returns how many were killed. */
async function killUntilSettled(work: Promise<unknown>): Promise<number> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  work.then(settle, settle)
  const killedIds = new Set<number>()
  while (!isSettled) {
    for (const id of await listProcessIds()) {
      if (killIfRunning(id)) killedIds.add(id)
    }
    await setTimeout(5)
  }
  return killedIds.size
}

/** Kills a process; false if it ended after it was listed. */
function killIfRunning(processId: number): boolean {
  try {
    return process.kill(processId, 'SIGKILL')
  } catch {
    return false
  }
}

interface Fixture extends AsyncDisposable {
  readonly pictures: ReturnType<typeof createLibvipsRunner>
  readonly picture: string
  /** A named pipe without a writer: a process that opens it hangs until it is killed. */
  readonly hangingPicture: string
  /** Replaces the pipe by a picture for the next process that opens it. */
  repairHangingPicture(): Promise<void>
}

async function createFixture(timeoutsMs?: { measure: number }): Promise<Fixture> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-libvips-'))
  const pictures = createLibvipsRunner(timeoutsMs)
  const picture = join(folder.path, 'picture.png')
  const hangingPicture = join(folder.path, 'hanging.png')
  await createPlainPicture(pictureSide).png().toFile(picture)
  execFileSync('mkfifo', [hangingPicture])
  return {
    pictures,
    picture,
    hangingPicture,
    async repairHangingPicture() {
      await copyFile(picture, `${hangingPicture}.new`)
      await rename(`${hangingPicture}.new`, hangingPicture)
    },
    async [Symbol.asyncDispose]() {
      await pictures.close()
      await folder.remove()
    },
  }
}

test('retries work whose process is killed', async () => {
  await using fixture = await createFixture()
  const measured = fixture.pictures.run('measure', { file: fixture.hangingPicture })
  const [processId = 0] = await waitForProcesses(1)
  await fixture.repairHangingPicture()
  process.kill(processId, 'SIGKILL')
  expect(await measured).toMatchObject({ width: pictureSide })
})

test('gives up work that ends its process at every attempt', async () => {
  await using fixture = await createFixture()
  const work = fixture.pictures.run('measure', { file: fixture.hangingPicture })
  const [killedCount] = await Promise.all([
    killUntilSettled(work),
    expect(work).rejects.toBeInstanceOf(JobStopped),
  ])
  expect(killedCount).toBe(maxAttempts)
})

test('ends a job that takes too long', async () => {
  await using fixture = await createFixture({ measure: 50 })
  const work = fixture.pictures.run('measure', { file: fixture.hangingPicture })
  await expect(work).rejects.toBeInstanceOf(JobStopped)
})

test('isolates jobs from one that ends its process', async () => {
  await using fixture = await createFixture()
  const { pictures, picture } = fixture
  const killedJob = pictures.run('measure', { file: fixture.hangingPicture })
  const [killedProcessId = 0] = await waitForProcesses(1)
  const otherJob = pictures.run('prepare', { file: picture, specs: [variant], maxPixels: 1e8 })
  const otherProcessIds = (await waitForProcesses(2)).filter((id) => id !== killedProcessId)
  await fixture.repairHangingPicture()
  process.kill(killedProcessId, 'SIGKILL')

  const [rendered] = await otherJob
  expect(rendered?.length).toBeGreaterThan(100)
  expect(await listProcessIds()).toEqual(expect.arrayContaining(otherProcessIds))
  expect(await killedJob).toMatchObject({ width: pictureSide })
})

test('rejects a file that is missing, and reads the next one', async () => {
  await using fixture = await createFixture()
  const { pictures, picture } = fixture
  const missing = pictures.run('measure', { file: `${picture}.missing` })
  await expect(missing).rejects.toBeInstanceOf(JobFailed)
  expect(await pictures.run('measure', { file: picture })).toMatchObject({ height: pictureSide })
})

test('ends its processes and rejects further work once it is closed', async () => {
  await using fixture = await createFixture()
  const { pictures, picture } = fixture
  await pictures.run('measure', { file: picture })
  await pictures.close()
  expect(await listProcessIds()).toEqual([])
  await expect(pictures.run('measure', { file: picture })).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test('accepts pictures of the size that phones take', {
  tags: ['only-with-all'],
}, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-libvips-'))
  const file = join(folder.path, 'large.heic')
  const photo = await largestPictures.HEIC?.()
  await writeFile(file, (await photo?.bytes()) ?? '')
  const pictures = createLibvipsRunner()

  const prepared = await createImageProcessor(pictures).prepare(file, [variant])
  expect(prepared).toMatchObject({
    mime: 'image/heic',
    width: 8_064,
    height: 6_048,
    variants: [{ spec: variant }],
  })
  await pictures.close()
})
