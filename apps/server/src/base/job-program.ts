import { writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'

/** The tasks of a job program by name. Callers import only their types. */
export type JobTasks = Readonly<Record<string, (input: never) => unknown>>

export interface JobMessage {
  readonly task: string
  readonly input: unknown
}

/**
 * What the program sends back after a job. `code` is a system error code such as ENOSPC, or the
 * `code` of the thrown error.
 */
export type JobReply = { readonly memoryBytes: number } & (
  | { readonly result: unknown }
  | { readonly problem: string; readonly code: string | undefined }
)

/** Main function of a program started by `jobRunner`: runs one job at a time until it is killed. */
export function serveJobs(tasks: JobTasks): void {
  raiseOomScore()
  // The process ends by being killed, which would discard its compile cache.
  flushCompileCache()
  // The server has exited.
  process.on('disconnect', () => process.exit(1))
  process.on('message', async ({ task, input }: JobMessage) => {
    const outcome = await runTask(() => tasks[task]?.(input as never))
    process.send?.({ ...outcome, memoryBytes: process.memoryUsage.rss() } satisfies JobReply)
  })
}

async function runTask(work: () => unknown) {
  try {
    return { result: await work() }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { problem: message, code }
  }
}

// From -1000 (never killed) to 1000 (killed first); most processes have 0.
const oomScore = 800

/** Makes the OOM killer choose this process rather than the server. */
function raiseOomScore(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', String(oomScore))
  } catch {
    // The file exists only on Linux.
  }
}
