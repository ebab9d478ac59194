import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { Failure } from '../../base/failure.ts'
import { answerOf, send, startChild, terminate } from './child.ts'
import { type LargeOptions, type PaperOrder, PaperTimeout } from './papers.ts'
import type { ProcessAnswer, ProcessMessage } from './process-main.ts'
import { spoolOf } from './spool.ts'

/**
 * Renders a paper in a separate process: its memory is released when it ends, and unlike a thread inside Typst it can be
 * killed at any moment.
 */
export async function renderInProcess(
  { entry, input, pictures }: PaperOrder,
  file: string,
  { signal: cancelled, timeoutMs, onSetting }: LargeOptions,
): Promise<void> {
  cancelled.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([cancelled, timeout])
  const child = startChild(entry, file)
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  try {
    lowerPriority(child)
    const answer = answerOf<ProcessAnswer>(child)
    // It may exit while we await a picture: the rejection must not be unhandled.
    answer.catch(() => undefined)
    for await (const picture of pictures) {
      signal.throwIfAborted()
      await Promise.race([send(child, { picture } satisfies ProcessMessage), answer])
    }
    onSetting?.()
    await Promise.race([send(child, { input } satisfies ProcessMessage), answer])
    const result = await answer
    if ('problem' in result)
      throw result.isRefusal ? new Failure('tooLarge', result.problem) : new Error(result.problem)
  } catch (error) {
    if (cancelled.aborted) throw cancelled.reason
    throw timeout.aborted ? new PaperTimeout(`setting the paper took longer than ${timeoutMs} ms`) : error
  } finally {
    signal.removeEventListener('abort', stop)
    await terminate(child)
    await rm(spoolOf(file), { force: true })
  }
}

/** Keeps the server responsive even on a single core. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has exited, or we lack the permission: the priority stays normal.
  }
}
