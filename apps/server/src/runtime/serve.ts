import { seconds } from '../base/clock.ts'
import type { Config } from '../config/config.ts'
import { versionAndSchema } from '../db/migrate.ts'
import { releaseMemoryWhenIdle } from './memory.ts'
import { type RunningServer, startServer } from './start.ts'

const stopTimeoutMs = seconds(25)

/** Serves until SIGINT or SIGTERM. */
export async function serveUntilSignal(config: Config): Promise<void> {
  const server = await startServer(config)
  // Registered before the address is announced: a signal without a handler would kill the process
  // in the middle of its requests.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop(server, signal))
  void server.superseded.then(() => stopForNewerVersion(server))
  releaseMemoryWhenIdle()
  // In production the log is read by programs, so everything in it is JSON.
  if (config.production) server.log.info({ url: server.publicUrl }, 'Vitrine serves')
  else printAddress(server)
}

function printAddress({ publicUrl, demo }: RunningServer): void {
  const accounts = demo?.emails.map((email) => `    ${email}`) ?? []
  // A full disk behind standard output is no reason to stop.
  process.stdout.on('error', () => {})
  const lines = demo
    ? [`  Demo accounts, all with the password ${demo.password}`, '', ...accounts, '']
    : []
  process.stdout.write(['', `  Vitrine serves at ${publicUrl}`, '', ...lines, ''].join('\n'))
}

/** Exits with a failure code, so that the supervisor starts the program that is now installed. */
async function stopForNewerVersion(server: RunningServer): Promise<void> {
  process.exitCode = 1
  server.log.error(
    {},
    `The database was migrated by a newer Vitrine. This is ${versionAndSchema}, which now exits.`,
  )
  await stop(server)
}

async function stop(server: RunningServer, signal?: string): Promise<void> {
  server.log.info({ signal }, 'Vitrine stops')
  // A request that never ends must not keep the process alive.
  setTimeout(() => process.exit(1), stopTimeoutMs).unref()
  await server.close()
}
