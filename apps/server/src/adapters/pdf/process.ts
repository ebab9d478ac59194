import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import {
  answerOf,
  lowerPriority,
  type OnEnded,
  send,
  startChild,
  terminate,
  withSecondTry,
} from '../../base/child-process.ts'
import { Failure } from '../../base/failure.ts'
import { type LargeOptions, type PaperOrder, PaperTimeout, type Printed } from './papers.ts'
import type { ProcessAnswer, ProcessMessage } from './process-main.ts'
import { spoolOf } from './spool.ts'

// Optimizing Typst’s WebAssembly takes seconds and 100 MB, more than a few papers win by it; most of its functions are
// never called, and checking them all first takes as long as setting a paper.
const execArgv = ['--liftoff-only', '--wasm-lazy-validation', '--max-semi-space-size=4']

export const startPaperProcess = (entry: URL, ...args: readonly string[]): ChildProcess =>
  startChild(entry, { args, execArgv })

/**
 * Renders a paper in a separate process: its memory is released when it ends, and unlike a thread inside Typst it can be
 * killed at any moment. Each of several parts has a process of its own, because Typst’s memory grows with every page.
 */
export async function renderInProcess(
  orders: readonly PaperOrder[],
  file: string,
  { signal: cancelled, timeoutMs, onSetting, onEnded }: LargeOptions & { readonly onEnded: OnEnded },
): Promise<Printed> {
  cancelled.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([cancelled, timeout])
  const run = (entry: URL, target: string, messages: Messages) =>
    withSecondTry(
      () => runProcess(entry, target, signal, messages),
      (error) => {
        if (!signal.aborted) onEnded(error)
      },
    )
  const parts = orders.length === 1 ? [file] : orders.map((_, part) => `${file}.${part}`)
  try {
    let sum = 0
    for (const [part, order] of orders.entries()) {
      const messages = () => messagesOf(order, () => onSetting?.(part))
      const { reduced } = await run(order.entry, parts[part] ?? file, messages)
      sum += reduced
    }
    const [first] = orders
    if (first && parts.length > 1) await run(first.entry, file, () => [{ parts }])
    return { reduced: sum }
  } catch (error) {
    if (cancelled.aborted) throw cancelled.reason
    throw timeout.aborted ? new PaperTimeout(`setting the paper took longer than ${timeoutMs} ms`) : error
  } finally {
    for (const part of parts) {
      await rm(spoolOf(part), { force: true })
      if (part !== file) await rm(part, { force: true })
    }
  }
}

/** From the first one on, for each try. */
type Messages = () => Iterable<ProcessMessage> | AsyncIterable<ProcessMessage>

async function* messagesOf({ pictures, input }: PaperOrder, onSetting: () => void): AsyncGenerator<ProcessMessage> {
  for await (const picture of pictures()) yield { picture }
  onSetting()
  yield { input }
}

async function runProcess(entry: URL, file: string, signal: AbortSignal, messages: Messages): Promise<Printed> {
  signal.throwIfAborted()
  const child = startPaperProcess(entry, file)
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  try {
    lowerPriority(child)
    const answer = answerOf<ProcessAnswer>(child)
    // It may exit while we await a picture: the rejection must not be unhandled.
    answer.catch(() => undefined)
    for await (const message of messages()) {
      signal.throwIfAborted()
      const early = await Promise.race([send(child, message), answer])
      // It has failed already: nobody needs the other pictures.
      if (early) break
    }
    const result = await answer
    if ('problem' in result) {
      const { problem, code, isRefusal } = result
      throw isRefusal ? new Failure('tooLarge', problem) : Object.assign(new Error(problem), { code })
    }
    return result
  } finally {
    signal.removeEventListener('abort', stop)
    await terminate(child)
  }
}
