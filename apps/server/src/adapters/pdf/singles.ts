import type { ChildProcess } from 'node:child_process'
import { answerOf, type OnEnded, terminate, withSecondTry } from '../../base/child-process.ts'
import { seconds } from '../../base/clock.ts'
import { busy, Failure } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import type { PaperOrder, PaperPicture, Printed } from './papers.ts'
import { startPaperProcess } from './process.ts'
import type { SingleAnswer, SingleJob } from './process-main.ts'

// At about thirty milliseconds per paper, nobody waits longer than two seconds; further ones are rejected.
const maxWaiting = 60

interface Settings {
  readonly idleMs?: number
  readonly timeoutMs?: number
  readonly onEnded?: OnEnded
}

/**
 * Renders small papers one at a time in a process that stays warm for a while: a thread would leave its memory with the
 * server, and could not be stopped inside Typst.
 */
export function singlePapers({
  idleMs = seconds(30),
  timeoutMs = seconds(30),
  onEnded = () => undefined,
}: Settings = {}) {
  const queue = createQueue({ concurrency: 1, maxWaiting, rejection: busy })
  const closing = new AbortController()
  let warm: ChildProcess | undefined
  let program = ''
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(idle)
    idle = undefined
    const ending = warm
    warm = undefined
    if (ending) await terminate(ending)
  }

  async function processOf(entry: URL): Promise<ChildProcess> {
    clearTimeout(idle)
    idle = undefined
    if (program !== entry.href) await end()
    if (warm) return warm
    const child = startPaperProcess(entry)
    child.once('exit', () => {
      if (warm === child) void end()
    })
    program = entry.href
    warm = child
    return child
  }

  async function renderNow(entry: URL, job: SingleJob): Promise<SingleAnswer> {
    const child = await processOf(entry)
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)])
    const stop = () => child.kill('SIGKILL')
    signal.addEventListener('abort', stop, { once: true })
    try {
      signal.throwIfAborted()
      const answer = answerOf<SingleAnswer>(child)
      child.send(job)
      const result = await answer
      if (result.needsReplacement) await end()
      else idle = setTimeout(end, idleMs)
      return result
    } catch (error) {
      await end()
      if (closing.signal.aborted) throw closing.signal.reason
      throw signal.aborted ? new Error('setting a paper took too long') : error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return {
    async render({ entry, input, pictures }: PaperOrder): Promise<Printed & { pdf: Buffer }> {
      const all: PaperPicture[] = []
      for await (const picture of pictures()) all.push(picture)
      const job = { input, pictures: all }
      const answer = await queue(() => withSecondTry(() => renderNow(entry, job), onEnded), { signal: closing.signal })
      if ('problem' in answer) throw new Error(answer.problem)
      const { buffer, byteOffset, byteLength } = answer.pdf
      return { pdf: Buffer.from(buffer, byteOffset, byteLength), reduced: answer.reduced }
    },
    /** Ends the process if it has nothing to do. */
    async rest(): Promise<void> {
      if (idle) await end()
    },
    async close(): Promise<void> {
      closing.abort(new Failure('unavailable', 'The server is shutting down. Please try again in a minute.'))
      await end()
    },
  }
}
