import { seconds } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { workerThread } from '../../base/worker-thread.ts'
import type { ThreadAnswer, ThreadJob } from './thread-main.ts'

/** Renders papers one at a time. */
export function paperThread(log: Log, idleMs = seconds(40), timeoutMs = seconds(30)) {
  const thread = workerThread<ThreadJob, ThreadAnswer>({
    entry: new URL('thread-main.ts', import.meta.url),
    env: {},
    log,
    idleMs,
    timeoutMs,
    timeoutError: () => new Error('setting a paper took too long'),
    // At about thirty milliseconds per paper, nobody waits longer than two seconds; further ones are rejected.
    maxWaiting: 60,
    shouldReplace: ({ needsReplacement }) => needsReplacement,
  })
  return {
    async render(job: ThreadJob): Promise<Buffer> {
      const answer = await thread.run(job)
      if ('problem' in answer) throw new Error(answer.problem)
      return Buffer.from(answer.pdf.buffer)
    },
    close: thread.close,
  }
}
