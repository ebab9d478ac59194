import { seconds } from './clock.ts'
import type { Config } from './config.ts'
import { demoEmails, demoPassword } from './demo.ts'
import { type RunningServer, startServer } from './start.ts'

const patience = seconds(25)

/** Serves until the process is told to end. */
export async function serve(config: Config): Promise<void> {
  const server = await startServer(config)
  greet(server, config.seedDemo)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(server))
}

function greet({ publicUrl }: RunningServer, demo: boolean): void {
  const accounts = demoEmails.map((email) => `    ${email}`)
  const lines = demo ? [`  Demo accounts, all with the password ${demoPassword}`, '', ...accounts, ''] : []
  process.stdout.write(['', `  Vitrine serves at ${publicUrl}`, '', ...lines, ''].join('\n'))
}

async function stop(server: RunningServer): Promise<void> {
  // Somebody who keeps a request open for ever must not keep the process alive for ever.
  setTimeout(() => process.exit(1), patience).unref()
  await server.close()
}
