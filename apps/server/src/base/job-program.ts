import { writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'

/** What a program can do, by name. Types are all that a caller imports of it. */
export type JobTasks = Readonly<Record<string, (input: never) => unknown>>

export interface JobMessage {
  readonly task: string
  readonly input: unknown
}

/** `code` is that of the system, such as ENOSPC, or of the error that was thrown. */
export type JobAnswer = (
  | { readonly result: unknown }
  | { readonly problem: string; readonly code: string | undefined }
) & { readonly memoryBytes: number }

/** The main function of a program that `jobRunner` starts: it does one job at a time, until it is killed. */
export function serveJobs(tasks: JobTasks): void {
  raiseOomScore()
  // It is killed in the end: what it has compiled would be lost for the next one.
  flushCompileCache()
  // The server is gone.
  process.on('disconnect', () => process.exit(1))
  process.on('message', async ({ task, input }: JobMessage) => {
    const outcome = await outcomeOf(() => tasks[task]?.(input as never))
    process.send?.({ ...outcome, memoryBytes: process.memoryUsage.rss() } satisfies JobAnswer)
  })
}

async function outcomeOf(work: () => unknown) {
  try {
    return { result: await work() }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { problem: message, code }
  }
}

/** The OOM killer shall end this process rather than the server. */
function raiseOomScore(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800')
  } catch {
    // Only Linux has it.
  }
}
