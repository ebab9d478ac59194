import { existsSync } from 'node:fs'
import { findProgram } from './programs.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The browser the tests drive: CHROMIUM_PATH, or the first known name on the PATH. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && existsSync(chosen)) return chosen
  return names.map(findProgram).find(Boolean)
}
