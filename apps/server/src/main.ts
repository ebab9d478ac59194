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
  // Checked before anything is written, the compile cache included: the disk may not be mounted.
  if (config.production) requireDatabaseFile(config.database)
  // Reading and compiling the sources is half the work of a start; the cache saves it from the
  // second start on.
  enableCompileCache(join(config.cacheDir, 'compiled'))
  const { serveUntilSignal } = await import('./runtime/serve.ts')
  await serveUntilSignal(config)
  flushCompileCache()
} catch (error) {
  printOrLog(explainError(error) ?? formatUnknownError(error as Error))
  process.exitCode = 1
}

/** Prints a sentence to a terminal, or as a line of the log in production. */
function printOrLog(sentence: string): void {
  if (isProductionEnvironment() && !process.stderr.isTTY) createLogger('fatal').fatal(sentence)
  else process.stderr.write(`${sentence}\n`)
}

function formatUnknownError(error: Error): string {
  return `Vitrine could not start: ${error.cause instanceof Error ? formatWithCause(error) : (error.stack ?? error.message)}`
}
