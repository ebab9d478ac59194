import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder, wherever the command was started from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Ends with a sentence for the person at the terminal instead of a stack.
 * @param {string} sentence
 * @returns {never} */
export function exitWith(sentence) {
  process.stderr.write(`\n${sentence}\n`)
  process.exit(1)
}
