import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listEngineMismatches } from './install.mjs'
import { exitWith, root } from './root.mjs'

/**
 * Adds optional packages for other platforms to the lock file; with `--check` it only reports
 * missing ones. `npm ci` rejects a lock file without them, but `npm install` omits those that the
 * current registry does not have. Their platform is derived from their name.
 *
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, cpu?: string[], libc?: string[], os?: string[],
 *   optionalDependencies?: Record<string, string> }} Package
 */

const file = join(root, 'package-lock.json')
/** @type {{ packages: Record<string, Package> }} */
const lock = JSON.parse(readFileSync(file, 'utf8'))

const presentPaths = Object.keys(lock.packages)
const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {}, dev = false }) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !presentPaths.some((path) => path.endsWith(`node_modules/${name}`)))
    .map(([name, version]) => ({ name, version, dev })),
)

if (missing.length > 0 && process.argv.includes('--check')) {
  exitWith(
    `package-lock.json lacks ${missing.map(({ name }) => name).join(', ')}. Run: npm run lock`,
  )
}
const mismatches = process.argv.includes('--check') ? listEngineMismatches() : []
if (mismatches.length > 0)
  exitWith(`Not made for the Node that runs Vitrine:\n${mismatches.join('\n')}`)
for (const { name, version, dev } of missing) {
  if (!/^\d/.test(version))
    exitWith(`${name} has the version range ${version}, which only npm can resolve.`)
  const { cpu, libc, os } = parsePlatform(name)
  // Keys in npm's order, so that npm does not rewrite the file.
  lock.packages[`node_modules/${name}`] = {
    version,
    cpu,
    ...(dev && { dev }),
    ...(libc && { libc }),
    optional: true,
    ...(os && { os }),
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
)
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

/**
 * @param {string} name ends like `-linux-arm64-musl`, `-darwin-x64`, `-win32-x64-msvc` or `-wasm32-wasi`
 * @returns {{ cpu: string[], libc?: string[], os?: string[] }}
 */
function parsePlatform(name) {
  if (name.endsWith('-wasm32-wasi')) return { cpu: ['wasm32'] }
  const [, os, cpu, abi] =
    /-(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)(?:-([a-z]+))?$/.exec(name) ?? []
  if (!os || !cpu)
    exitWith(`Which platform is ${name} for? Teach scripts/lock.mjs to read its name.`)
  if (os !== 'linux' || !abi) return { cpu: [cpu], os: [os] }
  return { cpu: [cpu], libc: [abi.startsWith('musl') ? 'musl' : 'glibc'], os: [os] }
}
