import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The browser the tests drive: CHROMIUM_PATH, or the first known name on the PATH. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [process.env.CHROMIUM_PATH ?? '', ...names.flatMap((name) => folders.map((f) => join(f, name)))]
  return candidates.find((path) => path && existsSync(path))
}

/** Installs Debian's Chromium where that is possible, and says what to do where it is not. */
export function installChromium() {
  if (findChromium()) return
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium…')
    apt('update')
    apt('install', '--yes', '--no-install-recommends', 'chromium', 'fonts-liberation')
  }
  if (!findChromium()) {
    console.error(
      'The browser tests need Chromium. On Debian: sudo apt-get install chromium fonts-liberation\n' +
        'Elsewhere install Chromium or Chrome and set CHROMIUM_PATH to its program.',
    )
  }
}

/** @param {string[]} args */
function apt(...args) {
  spawnSync('apt-get', ['--quiet=2', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
