import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { explainError, formatWithCause } from './archive/explain.ts'
import { isProductionEnvironment, readConfigFromEnvironment } from './config/config.ts'
import { requireDatabaseFile } from './db/expect-database.ts'
import { requireBuildOutputs } from './runtime/built.ts'
import { createLogger } from './runtime/logger.ts'

// Files are readable by this user only.
process.umask(0o077)

try {
  const config = readConfigFromEnvironment()
  requireBuildOutputs(config)
  // Before anything is written, the cache included: the disk may not be mounted.
  if (config.production) requireDatabaseFile(config.database)
  // Reading and compiling the sources is half the work of a start; from the second one on it is done already.
  enableCompileCache(join(config.cacheDir, 'compiled'))
  const { serve } = await import('./runtime/serve.ts')
  await serve(config)
  flushCompileCache()
} catch (error) {
  printOrLog(explainError(error) ?? unknownError(error as Error))
  process.exitCode = 1
}

/** A sentence for a person at a terminal; where production writes into a log, a line of it. */
function printOrLog(sentence: string): void {
  if (isProductionEnvironment() && !process.stderr.isTTY) createLogger('fatal').fatal(sentence)
  else process.stderr.write(`${sentence}\n`)
}

function unknownError(error: Error): string {
  return `Vitrine could not start: ${error.cause instanceof Error ? formatWithCause(error) : (error.stack ?? error.message)}`
}
