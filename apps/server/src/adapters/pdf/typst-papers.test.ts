import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLogger } from '../../runtime/logger.ts'
import { type Paper, PaperTimeout } from './papers.ts'
import { paperThread } from './thread.ts'
import { typstPapers } from './typst-papers.ts'

const log = createLogger('silent')

/** Cards without a card: what is about the engine needs no text. */
const empty: Paper = {
  template: 'art-card',
  data: { title: 'T', author: 'A', lang: 'en', look: { text: '#000000' }, sheets: [] },
  pictures: [],
  pages: 1,
}
const wrong: Paper = { ...empty, data: { ...empty.data, sheets: [{}] } }

test('a paper that can’t be set fails alone, and so does one with too many pages', async () => {
  const papers = typstPapers(log)
  const outcomes = await Promise.allSettled([
    papers.render(wrong),
    papers.render({ ...empty, pages: 2 }),
    papers.render({ ...empty, pictures: [{ name: '../x', jpeg: null, width: 1, height: 1 }] }),
    papers.render(empty),
  ])
  expect(outcomes.map((one) => (one.status === 'rejected' ? (one.reason as Error).message : one.status))).toEqual([
    expect.stringContaining('art-card.typ'),
    'art-card has 1 pages instead of 2',
    'a picture can’t be called ../x',
    'fulfilled',
  ])
  await papers.close()
})

test('the thread ends when nobody needs it, and comes back', async () => {
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length
  const thread = paperThread(log, 20)
  const before = threads()
  const first = await thread.render({ ...empty, pictures: [] })
  await expect.poll(threads).toBe(before)
  expect((await thread.render({ ...empty, pictures: [] })).equals(first)).toBe(true)
  await thread.close()
})

test('a paper asked for while the thread is being ended is set by a new one', async () => {
  const thread = paperThread(log, 1)
  for (const later of [1, 2, 3, 4, 5]) {
    await thread.render({ ...empty, pictures: [] })
    await setTimeout(later)
  }
  await thread.close()
})

test('a paper that is ready only after it was given up is not handed to the next one', async () => {
  const patience = 5_000
  const thread = paperThread(log, 60_000, patience)
  const other = { ...empty, data: { ...empty.data, title: 'Another' }, pictures: [] }
  const alone = await thread.render(other)
  const [late, next] = [thread.render({ ...empty, pictures: [] }), thread.render(other)]
  // After an immediate come the timers: the time of the first one is over before it is heard that it is ready.
  await setImmediate()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience + 100)
  await expect(late).rejects.toThrow('took too long')
  expect((await next).equals(alone)).toBe(true)
  await thread.close()
})

test('who comes when too many wait is asked to come again', async () => {
  const thread = paperThread(log)
  const asked = Array.from({ length: 70 }, () => thread.render({ ...empty, pictures: [] }))
  const outcomes = await Promise.allSettled(asked)
  const refused = outcomes.filter((one) => one.status === 'rejected').map((one) => one.reason)
  expect(refused).toHaveLength(9)
  expect(refused[0]).toMatchObject({ status: 503, details: { retryAfter: 5 } })
  await thread.close()
})

const entry = new URL('../../../test/paper-process.ts', import.meta.url)
const order = ({ pictures, ...input }: Paper) => ({ entry, input, pictures })
const untold = { signal: new AbortController().signal, timeoutMs: 60_000 }

test('a large paper is written by a process that ends with it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const papers = typstPapers(log)
  const file = join(folder.path, 'a.pdf')
  await expect(papers.renderToFile(order(wrong), file, untold)).rejects.toThrow('art-card.typ')
  const left = { ...untold, signal: AbortSignal.abort() }
  await expect(papers.renderToFile(order(empty), file, left)).rejects.toThrow()
  const closing = expect(papers.renderToFile(order(empty), file, untold)).rejects.toThrow('closing')
  await papers.close()
  await closing
  expect(await readdir(folder.path)).toEqual([])

  const others = typstPapers(log)
  await others.renderToFile(order(empty), file, untold)
  expect(await readdir(folder.path)).toEqual(['a.pdf'])
  await others.close()
})

test('a process whose time is over is killed, in the middle of what it does', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const papers = typstPapers(log)
  const endless = order({ ...empty, data: { ...empty.data, title: 'without end' } })
  const rendering = papers.renderToFile(endless, join(folder.path, 'a.pdf'), { ...untold, timeoutMs: 3_000 })
  await expect(rendering).rejects.toBeInstanceOf(PaperTimeout)
  expect(await readdir(folder.path)).toEqual([])
  await papers.close()
})

test('who leaves while pictures are collected ends the process, and nothing else', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const papers = typstPapers(log)
  const leave = new AbortController()
  async function* slowPictures() {
    leave.abort(new Error('gone'))
    // By now the process has ended, and nobody is waiting for its answer.
    await setTimeout(300)
    yield { name: 'late', jpeg: null, width: 1, height: 1 }
  }
  const file = join(folder.path, 'a.pdf')
  const slow = order({ ...empty, pictures: slowPictures() })
  await expect(papers.renderToFile(slow, file, { ...untold, signal: leave.signal })).rejects.toThrow('gone')
  expect(await readdir(folder.path)).toEqual([])
  await papers.close()
})
