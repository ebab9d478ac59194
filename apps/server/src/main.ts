import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { configFromEnvironment } from './config.ts'
import { explain, withCause } from './explain.ts'

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
  process.stderr.write(`${explain(error) ?? unforeseen(error as Error)}\n`)
  process.exitCode = 1
}

function unforeseen(error: Error): string {
  return `Vitrine could not start: ${error.cause instanceof Error ? withCause(error) : (error.stack ?? error.message)}`
}
