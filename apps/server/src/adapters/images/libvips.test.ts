import { execFile, execFileSync } from 'node:child_process'
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createPlainPicture, largestPictures } from '../../../test/largest-pictures.ts'
import { JobFailed, JobStopped } from '../../base/jobs.ts'
import { createImageProcessor, createLibvipsRunner } from './libvips.ts'

const variant = { longestSide: 400, format: 'jpeg', quality: 80 } as const

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

const findProcessId = async () => (await listProcessIds())[0]

/** Kills the process at each start, at most `times`; returns how often it was killed. */
async function killRepeatedly(work: Promise<unknown>, times: number): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  const killed = new Set<number>()
  while (!isOver && killed.size < times) {
    const id = await findProcessId()
    if (id && !killed.has(id)) {
      process.kill(id, 'SIGKILL')
      killed.add(id)
    }
    await setTimeout(5)
  }
  return killed.size
}

async function createLargePicture() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-libvips-'))
  const file = join(folder.path, 'large.png')
  await createPlainPicture(3_000).png({ progressive: true }).toFile(file)
  return {
    job: { file, specs: [variant], maxPixels: 1e8 },
    file,
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

test('retries work whose process is killed', async () => {
  await using large = await createLargePicture()
  const pictures = createLibvipsRunner()
  const work = pictures.run('prepare', large.job)
  expect(await killRepeatedly(work, 1)).toBe(1)
  expect((await work)[0]?.length).toBeGreaterThan(100)
  await pictures.close()
  expect(await findProcessId()).toBeUndefined()
})

test('gives up work that ends its process at every attempt', async () => {
  await using large = await createLargePicture()
  const pictures = createLibvipsRunner()
  const work = pictures.run('prepare', large.job)
  const [kills] = await Promise.all([
    killRepeatedly(work, 10),
    expect(work).rejects.toBeInstanceOf(JobStopped),
  ])
  expect(kills).toBe(3)
  await pictures.close()
})

test('ends a job that takes too long', async () => {
  await using large = await createLargePicture()
  const endless = `${large.file}.pipe`
  execFileSync('mkfifo', [endless])
  const pictures = createLibvipsRunner({ measure: 50 })
  await expect(pictures.run('measure', { file: endless })).rejects.toBeInstanceOf(JobStopped)
  await pictures.close()
})

test('isolates jobs from one that ends its process', async () => {
  await using large = await createLargePicture()
  const pictures = createLibvipsRunner()
  const killed = pictures.run('prepare', large.job)
  await expect.poll(listProcessIds).toHaveLength(1)
  const [killedId = 0] = await listProcessIds()
  const other = pictures.run('prepare', large.job)
  await expect.poll(listProcessIds).toHaveLength(2)
  const otherIds = (await listProcessIds()).filter((id) => id !== killedId)
  process.kill(killedId, 'SIGKILL')
  expect((await other)[0]?.length).toBeGreaterThan(100)
  expect(await listProcessIds()).toEqual(expect.arrayContaining(otherIds))
  expect((await killed)[0]?.length).toBeGreaterThan(100)
  await pictures.close()
  expect(await listProcessIds()).toEqual([])
})

test('rejects a file that is no picture, and reads the next one', async () => {
  await using large = await createLargePicture()
  const pictures = createLibvipsRunner()
  await expect(pictures.run('measure', { file: `${large.file}.gone` })).rejects.toBeInstanceOf(
    JobFailed,
  )
  expect(await pictures.run('measure', { file: large.file })).toMatchObject({ height: 3_000 })
  await pictures.close()
  await expect(pictures.run('measure', { file: large.file })).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test('lets a program exit after it has read a picture', async () => {
  await using large = await createLargePicture()
  const source = new URL('libvips.ts', import.meta.url).href
  const script = `
    const { createLibvipsRunner } = await import(${JSON.stringify(source)})
    console.log((await createLibvipsRunner().run('measure', { file: ${JSON.stringify(large.file)} })).width)
  `
  // Well before the idle process for pictures exits by itself.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    {
      timeout: 25_000,
    },
  )
  expect(stdout.trim()).toBe('3000')
})

test('accepts pictures of the size that phones take', {
  tags: ['only-with-all'],
}, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-libvips-'))
  const file = join(folder.path, 'large.heic')
  const largest = await largestPictures.HEIC?.()
  await writeFile(file, (await largest?.bytes()) ?? '')
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
