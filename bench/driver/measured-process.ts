import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../test/free-port.ts'

const launcher = fileURLToPath(new URL('../../bin/vitrine', import.meta.url))
const usageReport = new URL('report-usage.ts', import.meta.url).href

export interface Usage {
  /** CPU time of all threads since the start. */
  readonly cpuMs: number
  /** Resident memory in bytes. */
  readonly rss: number
  /** Peak resident memory in bytes. */
  readonly peak: number
  /**
   * Longest CPU time of the main thread between two timers since the last query. Unlike a wait, it
   * does not depend on the load of the machine.
   */
  readonly longestTurnMs: number
}

/** A server in a separate process, whose resource usage excludes that of the driver. */
export interface MeasuredProcess extends AsyncDisposable {
  readonly pid: number
  readonly port: number
  readonly url: string
  /** Milliseconds from the start to the first answer of the ready path. */
  readonly readyAfterMs: number
  usage(): Promise<Usage>
  end(signal: NodeJS.Signals): Promise<void>
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vitrine.example.org',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'vitrine@example.org',
  FOUNDATION_NAME: 'Fondation Exemple',
  FOUNDATION_ADDRESS: 'Rue du Lac 1, 1700 Fribourg',
}

/** Starts Vitrine as `deploy/` does: in production, with its log. */
export const startVitrine = (dataDir: string, variables: Record<string, string> = {}) =>
  startMeasuredProcess({
    command: [launcher, 'serve'],
    readyPath: '/api/ready',
    logFile: `${dataDir}/errors.log`,
    variables: {
      ...production,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: `${dataDir}/cache/compiled`,
      ...variables,
    },
  })

interface ProcessOptions {
  /** A program that ends as Node, with its arguments. */
  readonly command: readonly [program: string, ...args: string[]]
  /** Answered with 200 once the server is ready. */
  readonly readyPath: string
  readonly logFile: string
  readonly variables: Record<string, string>
}

/** Starts a program that listens on PORT, and waits until it answers. */
export async function startMeasuredProcess({
  command: [program, ...args],
  readyPath,
  logFile,
  variables,
}: ProcessOptions): Promise<MeasuredProcess> {
  const port = await findFreePort()
  const log = await open(logFile, 'a')
  const startedAt = performance.now()
  const child = spawn(program, args, {
    env: { NODE_OPTIONS: `--import=${usageReport}`, ...variables, PORT: String(port) },
    // The log is discarded. In a file beside the database, each flush of the database would flush
    // it too.
    stdio: ['ignore', 'ignore', log.fd, 'ipc'],
  })
  const exited = once(child, 'exit')
  await log.close()

  const usage = async (): Promise<Usage> => {
    const answered = once(child, 'message') as Promise<[Usage]>
    child.send('usage')
    return (await answered)[0]
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  while (!(await isReady(port, readyPath))) {
    if (child.exitCode !== null)
      throw new Error(`${program} ended with ${child.exitCode}; its log is ${logFile}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return {
    pid: child.pid,
    port,
    url: `http://127.0.0.1:${port}`,
    readyAfterMs: performance.now() - startedAt,
    usage,
    end,
    [Symbol.asyncDispose]: () =>
      child.exitCode === null && child.signalCode === null ? end('SIGTERM') : exited.then(),
  } as MeasuredProcess
}

function isReady(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = request({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    outgoing.on('error', () => resolve(false))
    outgoing.end()
  })
}
