import { closeSync, existsSync, openSync } from 'node:fs'
import { serveJobs } from '../src/base/job-program.ts'

const tasks = {
  echo: (bytes: Uint8Array) => bytes,
  environment: () => Object.keys(process.env),
  pid: () => process.pid,
  /** Blocks the thread, as native code does. */
  endless: () => {
    for (;;);
  },
  crash: () => process.kill(process.pid, 'SIGKILL'),
  /** Crashes unless the file, which the first attempt creates, exists. */
  crashOnce: (file: string) => {
    if (existsSync(file)) return 'second try'
    closeSync(openSync(file, 'w'))
    process.stderr.write('too much memory')
    return process.kill(process.pid, 'SIGKILL')
  },
  fail: (code: string) => {
    throw Object.assign(new Error('can’t be done'), { code })
  },
}

export type TestTasks = typeof tasks

serveJobs(tasks)
