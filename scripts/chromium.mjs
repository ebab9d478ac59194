import { existsSync } from 'node:fs'
import { findProgram } from './programs.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Chromium without windows: shows a page with half the processor time. */
export const headlessShellName = 'chromium-headless-shell'

/** The browser that benchmarks measure: CHROMIUM_PATH, or the first known name on the PATH. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && existsSync(chosen)) return chosen
  return names.map(findProgram).find(Boolean)
}

/** The browser that tests drive: the same without windows, where it is installed and no other was named. */
export const findTestBrowser = () =>
  (process.env.CHROMIUM_PATH ? undefined : findProgram(headlessShellName)) ?? findChromium()
