import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder, independent of the working directory. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Prints a message without a stack trace and exits with code 1.
 * @param {string} message
 * @returns {never} */
export function exitWith(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}
