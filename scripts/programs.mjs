import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * @typedef {{ names: string[], packages: string[] }} Programs programs that must be on the PATH,
 * and the Debian packages that contain them
 */

/** Finds the path of a program on the PATH.
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

/** Installs Debian packages; does nothing unless running as root on Debian.
 * @param {string[]} packages */
export function installPackages(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  console.log(`Installing ${packages.join(', ')}…`)
  withoutStartingServices(() => {
    apt('update')
    apt('install', '--yes', '--no-install-recommends', ...packages)
  })
}

/** Prevents Debian from starting the services: tests start nginx and Ceph on their own ports.
 * @param {() => void} install */
function withoutStartingServices(install) {
  const policy = '/usr/sbin/policy-rc.d'
  const isPolicyMissing = !existsSync(policy)
  if (isPolicyMissing) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    install()
  } finally {
    if (isPolicyMissing) rmSync(policy)
  }
}

/** @param {string[]} args */
function apt(...args) {
  spawnSync('apt-get', ['--quiet=2', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
