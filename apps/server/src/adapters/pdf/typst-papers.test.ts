import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type Paper, type PaperOrder, PaperTimeout } from './papers.ts'
import { createPaperRenderer } from './typst-papers.ts'

/** A paper without cards: tests of the engine need no text. */
const emptyPaper: Paper = {
  template: 'art-card',
  data: { title: 'T', author: 'A', lang: 'en', look: { text: '#000000' }, sheets: [] },
  pages: 1,
}
const invalidPaper: Paper = { ...emptyPaper, data: { ...emptyPaper.data, sheets: [{}] } }
/** The test program never finishes this paper. */
const endlessPaper: Paper = { ...emptyPaper, data: { ...emptyPaper.data, title: 'without end' } }

const createFolder = () => mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))

// An empty page takes more.
const minPdfBytes = 1_000

const program = new URL('../../../test/paper-process.ts', import.meta.url)
const defaultOptions = { signal: new AbortController().signal, timeoutMs: 60_000 }
const createOrder = (input: Paper, pictures: PaperOrder['pictures'] = () => []): PaperOrder => ({
  input,
  pictures,
})

test('rejects papers with invalid data, page counts or picture names, and no others', async () => {
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

/** Counts the child processes of this one: only papers have any here. */
const countProcesses = async (): Promise<number> => {
  const statuses = (await readdir('/proc')).map((id) =>
    readFile(join('/proc', id, 'status'), 'utf8').catch(() => ''),
  )
  const isChild = (status: string) => status.includes(`PPid:\t${process.pid}\n`)
  return (await Promise.all(statuses)).filter(isChild).length
}

test('ends an idle process, and renders the same PDF in the next one', async () => {
  const papers = createPaperRenderer(program, { idleMs: 20 })
  const first = await papers.render(createOrder(emptyPaper))
  await expect.poll(countProcesses).toBe(0)
  const second = await papers.render(createOrder(emptyPaper))
  expect(second.pdf.equals(first.pdf)).toBe(true)
  await papers.close()
})

test('ends the process of small papers for a large one, whose process ends with it', async () => {
  await using folder = await createFolder()
  const papers = createPaperRenderer(program)
  await papers.render(createOrder(emptyPaper))
  expect(await countProcesses()).toBe(1)
  await papers.renderToFile([createOrder(emptyPaper)], join(folder.path, 'a.pdf'), defaultOptions)
  expect(await readdir(folder.path)).toEqual(['a.pdf'])
  await expect.poll(countProcesses).toBe(0)
  await papers.close()
})

test('rejects with 503 when the queue is full', async () => {
  const papers = createPaperRenderer(program)
  // One order is rendered while sixty wait.
  const admittedCount = 61
  const orders = Array.from({ length: admittedCount + 2 }, () => createOrder(emptyPaper))
  const outcomes = await Promise.allSettled(orders.map((order) => papers.render(order)))
  const reasons = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map((outcome) => outcome.reason)
  expect(reasons).toHaveLength(orders.length - admittedCount)
  expect(reasons[0]).toMatchObject({ status: 503, details: { retryAfter: 5 } })
  await papers.close()
})

test('writes no file for a large paper that is invalid, cancelled or interrupted', async () => {
  await using folder = await createFolder()
  const papers = createPaperRenderer(program)
  const file = join(folder.path, 'a.pdf')
  await expect(
    papers.renderToFile([createOrder(invalidPaper)], file, defaultOptions),
  ).rejects.toThrow('art-card.typ')

  const cancelledOptions = { ...defaultOptions, signal: AbortSignal.abort() }
  await expect(
    papers.renderToFile([createOrder(emptyPaper)], file, cancelledOptions),
  ).rejects.toThrow()

  const interrupted = expect(
    papers.renderToFile([createOrder(emptyPaper)], file, defaultOptions),
  ).rejects.toThrow('shutting down')
  await papers.close()
  await interrupted
  expect(await readdir(folder.path)).toEqual([])
})

test('kills a process in the middle of its work when its time is over', async () => {
  await using folder = await createFolder()
  const papers = createPaperRenderer(program)
  const rendering = papers.renderToFile([createOrder(endlessPaper)], join(folder.path, 'a.pdf'), {
    ...defaultOptions,
    // Longer than a process takes to start.
    timeoutMs: 1_500,
  })
  await expect(rendering).rejects.toBeInstanceOf(PaperTimeout)
  expect(await readdir(folder.path)).toEqual([])
  await papers.close()
})

test('stops a paper that is cancelled while its pictures are collected', async () => {
  await using folder = await createFolder()
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
  const options = { ...defaultOptions, signal: caller.signal }
  await expect(papers.renderToFile([slow], file, options)).rejects.toThrow('gone')
  expect(await readdir(folder.path)).toEqual([])
  await papers.close()
})

test('reports a failing disk with its code', async () => {
  await using folder = await createFolder()
  const papers = createPaperRenderer(program)
  const nowhere = join(folder.path, 'nowhere', 'a.pdf')
  await expect(
    papers.renderToFile([createOrder(emptyPaper)], nowhere, defaultOptions),
  ).rejects.toMatchObject({
    code: 'ENOENT',
  })
  await papers.close()
})

describe('a paper whose process is killed', () => {
  /** The test program creates the file and kills itself, unless the file exists already. */
  const killOnce = (file: string): Paper => ({
    ...emptyPaper,
    data: { ...emptyPaper.data, killed: file },
  })
  const deadlyPaper: Paper = { ...emptyPaper, data: { ...emptyPaper.data, title: 'deadly' } }

  test('is retried in another process, with the pictures that were read', async () => {
    await using folder = await createFolder()
    const crashMessages: string[] = []
    const papers = createPaperRenderer(program, {
      onCrash: ({ message }) => crashMessages.push(message),
    })
    let readCount = 0
    async function* pictures() {
      readCount++
      yield { name: 'a', jpeg: null, width: 1, height: 1 }
    }

    const large = createOrder(killOnce(join(folder.path, 'large killed')), pictures)
    await papers.renderToFile([large], join(folder.path, 'a.pdf'), defaultOptions)
    expect(await readdir(folder.path)).toEqual(['a.pdf', 'large killed'])
    expect(readCount).toBe(1)

    const small = createOrder(killOnce(join(folder.path, 'small killed')), pictures)
    const { pdf } = await papers.render(small)
    expect(pdf.length).toBeGreaterThan(minPdfBytes)
    expect(readCount).toBe(2)
    expect(crashMessages).toEqual([
      expect.stringContaining('ended with SIGKILL'),
      expect.stringContaining('ended with SIGKILL'),
    ])
    await papers.close()
  })

  test('fails if it is killed again, and the next paper is rendered', async () => {
    const papers = createPaperRenderer(program)
    await expect(papers.render(createOrder(deadlyPaper))).rejects.toThrow('ended with SIGKILL')
    const { pdf } = await papers.render(createOrder(emptyPaper))
    expect(pdf.length).toBeGreaterThan(minPdfBytes)
    await papers.close()
  })
})
