import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @typedef {{ names: string[], packages: string[] }} Programs what must be on the PATH, and where Debian has it */

/** The file of a program on the PATH.
 * @param {string} name */
export const findProgram = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** @param {Programs} programs */
export const areInstalled = ({ names }) => names.every((name) => findProgram(name))

/** @param {string[]} packages */
export const formatInstallCommand = (packages) =>
  `apt-get install --no-install-recommends ${packages.join(' ')}`

/** Installs Debian packages where that is possible: as root on Debian. Elsewhere nothing happens.
 * @param {string[]} packages */
export function installPackages(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  console.log(`Installing ${packages.join(', ')}…`)
  withoutStartingServices(() => {
    apt('update')
    apt('install', '--yes', '--no-install-recommends', ...packages)
  })
}

/** The tests start nginx and Ceph themselves, on ports of their own; Debian would start both right away.
 * @param {() => void} act */
function withoutStartingServices(act) {
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    act()
  } finally {
    if (isOurs) rmSync(policy)
  }
}

/** @param {string[]} args */
function apt(...args) {
  spawnSync('apt-get', ['--quiet=2', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
