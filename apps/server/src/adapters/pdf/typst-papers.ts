import { rm } from 'node:fs/promises'
import { minutes, seconds } from '../../base/clock.ts'
import { Failure, overloaded } from '../../base/failure.ts'
import { JobFailed, type JobSettings, jobRunner } from '../../base/jobs.ts'
import type { PaperTasks } from './paper-program.ts'
import {
  type PaperOrder,
  PaperOrderRejected,
  type PaperPicture,
  type PaperRenderer,
  PaperTimeout,
} from './papers.ts'

// Optimizing Typst’s WebAssembly takes seconds and 100 MB, which does not pay off for a few papers.
// Most of its functions are never called, and validating them all first takes as long as rendering
// a paper.
export const typstNodeFlags = [
  '--liftoff-only',
  '--wasm-lazy-validation',
  '--max-semi-space-size=4',
]
// At about thirty milliseconds per paper, the wait is two seconds at most.
const maxWaiting = 60
// The WebAssembly build never evicts its cache: a process grows by about a quarter of a megabyte
// per card.
const maxIdleBytes = 256 * 1024 * 1024
const timeoutMs = { render: seconds(30), renderToFile: minutes(10), join: minutes(10) }

type Settings = Pick<JobSettings<PaperTasks>, 'onCrash' | 'idleMs'> &
  Partial<Pick<JobSettings<PaperTasks>, 'timeoutMs'>>

/** Renders papers with a program that calls `servePapers` with its layout. */
export function createPaperRenderer(program: URL, settings: Settings = {}): PaperRenderer {
  const commonSettings = { program, execArgv: typstNodeFlags, timeoutMs, ...settings }
  const smallPapers = jobRunner<PaperTasks>({
    ...commonSettings,
    queue: { concurrency: 1, maxWaiting, rejection: overloaded },
    maxIdleBytes,
  })
  // Typst’s memory grows with every page, so each part of a large paper has a process of its own.
  const largePapers = jobRunner<PaperTasks>({ ...commonSettings, isBackground: true, idleMs: 0 })

  return {
    render: async (order) => smallPapers.run('render', await collectPictures(order)),

    async renderToFile(
      orders,
      file,
      { signal: callerSignal, timeoutMs: totalTimeoutMs, onRenderStart },
    ) {
      callerSignal.throwIfAborted()
      // The idle process of small papers ends, because a large paper needs its memory.
      await smallPapers.endIdleProcesses()
      const deadline = AbortSignal.timeout(totalTimeoutMs)
      const signal = AbortSignal.any([callerSignal, deadline])
      const parts = orders.map((order, index) => ({
        ...order,
        file: orders.length === 1 ? file : `${file}.${index}`,
      }))
      try {
        let shortenedCount = 0
        for (const [index, part] of parts.entries()) {
          const order = await collectPictures(part, signal)
          onRenderStart?.(index)
          const { shortenedPages } = await largePapers.run(
            'renderToFile',
            { ...order, file: part.file },
            { signal },
          )
          shortenedCount += shortenedPages
        }
        const files = parts.map((part) => part.file)
        if (files.length > 1) await largePapers.run('join', { parts: files, file }, { signal })
        return { shortenedPages: shortenedCount }
      } catch (error) {
        if (error instanceof JobFailed && error.code === PaperOrderRejected.code)
          throw new Failure('tooLarge', error.message)
        callerSignal.throwIfAborted()
        throw deadline.aborted
          ? new PaperTimeout(`setting the paper took longer than ${totalTimeoutMs} ms`)
          : error
      } finally {
        for (const part of parts) if (part.file !== file) await rm(part.file, { force: true })
      }
    },

    async close() {
      await Promise.all([smallPapers.close(), largePapers.close()])
    },
  }
}

async function collectPictures({ input, pictures }: PaperOrder, signal?: AbortSignal) {
  const collected: PaperPicture[] = []
  for await (const picture of pictures()) {
    signal?.throwIfAborted()
    collected.push(picture)
  }
  return { input, pictures: collected }
}
