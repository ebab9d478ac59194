import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { ConfigError, configFromEnvironment } from './config.ts'

// What Vitrine writes is for nobody else on the machine.
process.umask(0o077)

try {
  const config = configFromEnvironment()
  // Reading and compiling the sources is half the work of a start; from the second one on it is done already.
  enableCompileCache(join(config.cacheDir, 'compiled'))
  const { serve } = await import('./serve.ts')
  await serve(config)
  flushCompileCache()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
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
