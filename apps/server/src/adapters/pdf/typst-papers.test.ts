import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Paper, type PaperOrder, PaperTimeout } from './papers.ts'
import { createPaperRenderer } from './typst-papers.ts'

/** A paper without cards: tests of the engine need no text. */
const emptyPaper: Paper = {
  template: 'art-card',
  data: { title: 'T', author: 'A', lang: 'en', look: { text: '#000000' }, sheets: [] },
  pages: 1,
}
const invalidPaper: Paper = { ...emptyPaper, data: { ...emptyPaper.data, sheets: [{}] } }
/** The program below never finishes this paper. */
const endlessPaper: Paper = { ...emptyPaper, data: { ...emptyPaper.data, title: 'without end' } }

const program = new URL('../../../test/paper-process.ts', import.meta.url)
const defaultOptions = { signal: new AbortController().signal, timeoutMs: 60_000 }
const createOrder = (input: Paper, pictures: PaperOrder['pictures'] = () => []): PaperOrder => ({
  input,
  pictures,
})

test('rejects a paper that can’t be rendered or has too many pages, and no other', async () => {
  const papers = createPaperRenderer(program)
  const outcomes = await Promise.allSettled([
    papers.render(createOrder(invalidPaper)),
    papers.render(createOrder({ ...emptyPaper, pages: 2 })),
    papers.render(
      createOrder(emptyPaper, () => [{ name: '../x', jpeg: null, width: 1, height: 1 }]),
    ),
    papers.render(createOrder(emptyPaper)),
  ])
  expect(
    outcomes.map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as Error).message : outcome.status,
    ),
  ).toEqual([
    expect.stringContaining('art-card.typ'),
    'art-card has 1 pages instead of 2',
    'a picture can’t be called ../x',
    'fulfilled',
  ])
  await papers.close()
})

const isOurs = (status: string): boolean => status.includes(`PPid:\t${process.pid}\n`)

/** Counts the running processes that render papers. */
const countProcesses = async (): Promise<number> => {
  const statuses = (await readdir('/proc')).map((id) =>
    readFile(join('/proc', id, 'status'), 'utf8').catch(() => ''),
  )
  return (await Promise.all(statuses)).filter(isOurs).length
}

test('ends the process of small papers when idle or when a large one begins', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const impatient = createPaperRenderer(program, { idleMs: 20 })
  const first = await impatient.render(createOrder(emptyPaper))
  await expect.poll(countProcesses).toBe(0)
  expect((await impatient.render(createOrder(emptyPaper))).pdf.equals(first.pdf)).toBe(true)
  await impatient.close()

  const papers = createPaperRenderer(program)
  await papers.render(createOrder(emptyPaper))
  expect(await countProcesses()).toBe(1)
  await papers.renderToFile([createOrder(emptyPaper)], join(folder.path, 'a.pdf'), defaultOptions)
  await expect.poll(countProcesses).toBe(0)
  await papers.close()
})

test('rejects with 503 when the queue is full', async () => {
  const papers = createPaperRenderer(program)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 70 }, () => papers.render(createOrder(emptyPaper))),
  )
  const refused = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map((outcome) => outcome.reason)
  expect(refused).toHaveLength(9)
  expect(refused[0]).toMatchObject({ status: 503, details: { retryAfter: 5 } })
  await papers.close()
})

test('renders a large paper in a process that ends with it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const papers = createPaperRenderer(program)
  const file = join(folder.path, 'a.pdf')
  await expect(
    papers.renderToFile([createOrder(invalidPaper)], file, defaultOptions),
  ).rejects.toThrow('art-card.typ')
  const cancelledOptions = { ...defaultOptions, signal: AbortSignal.abort() }
  await expect(
    papers.renderToFile([createOrder(emptyPaper)], file, cancelledOptions),
  ).rejects.toThrow()
  const closing = expect(
    papers.renderToFile([createOrder(emptyPaper)], file, defaultOptions),
  ).rejects.toThrow('shutting down')
  await papers.close()
  await closing
  expect(await readdir(folder.path)).toEqual([])

  const others = createPaperRenderer(program)
  await others.renderToFile([createOrder(emptyPaper)], file, defaultOptions)
  expect(await readdir(folder.path)).toEqual(['a.pdf'])
  await others.close()
})

test('kills a process in the middle of its work when its time is over', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const papers = createPaperRenderer(program)
  const rendering = papers.renderToFile([createOrder(endlessPaper)], join(folder.path, 'a.pdf'), {
    ...defaultOptions,
    timeoutMs: 3_000,
  })
  await expect(rendering).rejects.toBeInstanceOf(PaperTimeout)
  expect(await readdir(folder.path)).toEqual([])
  await papers.close()
})

test('stops a cancelled paper while its pictures are collected, and no other', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const papers = createPaperRenderer(program)
  const caller = new AbortController()
  async function* slowPictures() {
    caller.abort(new Error('gone'))
    // By now the process has ended, and no caller waits for its answer.
    await setTimeout(300)
    yield { name: 'late', jpeg: null, width: 1, height: 1 }
  }
  const file = join(folder.path, 'a.pdf')
  const slow = createOrder(emptyPaper, slowPictures)
  await expect(
    papers.renderToFile([slow], file, { ...defaultOptions, signal: caller.signal }),
  ).rejects.toThrow('gone')
  expect(await readdir(folder.path)).toEqual([])
  await papers.close()
})

test('reports a failing disk with its code', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const papers = createPaperRenderer(program)
  const nowhere = join(folder.path, 'nowhere', 'a.pdf')
  await expect(
    papers.renderToFile([createOrder(emptyPaper)], nowhere, defaultOptions),
  ).rejects.toMatchObject({
    code: 'ENOENT',
  })
  await papers.close()
})

test('retries a paper once in another process, with its pictures', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const crashMessages: string[] = []
  const papers = createPaperRenderer(program, {
    onCrash: ({ message }) => crashMessages.push(message),
  })
  const file = join(folder.path, 'a.pdf')
  const createTitledPaper = (title: string, killed?: string): Paper => ({
    ...emptyPaper,
    data: { ...emptyPaper.data, title, killed },
  })
  let readCount = 0
  async function* pictures() {
    readCount++
    yield { name: 'a', jpeg: null, width: 1, height: 1 }
  }
  await papers.renderToFile(
    [createOrder(createTitledPaper('Large', join(folder.path, 'once')), pictures)],
    file,
    defaultOptions,
  )
  expect(await readdir(folder.path)).toEqual(['a.pdf', 'once'])
  expect(readCount).toBe(1)
  const { pdf } = await papers.render(
    createOrder(createTitledPaper('Small', join(folder.path, 'twice')), pictures),
  )
  expect(pdf.length).toBeGreaterThan(1_000)

  await expect(
    papers.renderToFile([createOrder(createTitledPaper('deadly'))], file, defaultOptions),
  ).rejects.toThrow('ended with SIGKILL')
  await expect(papers.render(createOrder(createTitledPaper('deadly')))).rejects.toThrow(
    'ended with SIGKILL',
  )
  expect((await papers.render(createOrder(emptyPaper))).pdf.length).toBeGreaterThan(1_000)
  expect(crashMessages).toEqual(
    Array.from({ length: 4 }, () => expect.stringContaining('ended with SIGKILL')),
  )
  await papers.close()
})
