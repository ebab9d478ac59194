import { seconds } from './clock.ts'
import { ConfigError, configFromEnvironment } from './config.ts'
import { demoEmails, demoPassword } from './demo.ts'
import { type RunningServer, startServer } from './start.ts'

const patience = seconds(15)

try {
  const config = configFromEnvironment()
  const server = await startServer(config)
  greet(server, config.seedDemo)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(server))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

function greet({ publicUrl }: RunningServer, demo: boolean): void {
  const accounts = demoEmails.map((email) => `    ${email}`)
  const lines = demo ? ['  Demo accounts, password', `    ${demoPassword}`, '', ...accounts, ''] : []
  process.stdout.write(['', `  Vitrine serves at ${publicUrl}`, '', ...lines, ''].join('\n'))
}

async function stop(server: RunningServer): Promise<void> {
  // Somebody who keeps a request open for ever must not keep the process alive for ever.
  setTimeout(() => process.exit(1), patience).unref()
  await server.close()
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, message, address, port, cause } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is taken: stop the other program or set PORT (or METRICS_PORT).`
  if (code === 'EACCES') return `This user may not use ${address ?? ''}:${port ?? ''}: ${message}`
  if (code === 'ECONNREFUSED')
    return `The database does not answer at ${address}:${port}: is it running, is DATABASE_URL right?`
  return `Vitrine could not start: ${cause instanceof Error ? `${message} (${cause.message})` : ((error as Error).stack ?? message)}`
}
