import { existsSync } from 'node:fs'
import { findProgram } from './programs.mjs'

const programNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Chromium without a user interface renders a page with half the processor time. */
export const headlessShellName = 'chromium-headless-shell'

/** Finds the browser for benchmarks: CHROMIUM_PATH, or the first known program on the PATH. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && existsSync(chosen)) return chosen
  return programNames.map(findProgram).find(Boolean)
}

/** Finds the browser for tests: prefers the headless shell, unless CHROMIUM_PATH is set. */
export const findTestBrowser = () =>
  (process.env.CHROMIUM_PATH ? undefined : findProgram(headlessShellName)) ?? findChromium()
