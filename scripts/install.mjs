import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { exitWith, root } from './root.mjs'

/**
 * @typedef {{ version?: string, link?: boolean, integrity?: string, optional?: boolean,
 * devOptional?: boolean }} Package
 */

const bin = join(root, 'node_modules', '.bin')
const ownNode = join(root, 'node_modules', 'node', 'bin', 'node')

/** Installs the packages of package-lock.json, unless they are installed already. */
export function installDependencies() {
  const major = Number.parseInt(process.versions.node, 10)
  if (major < 20)
    exitWith(`Vitrine needs Node 20 or newer to start; this is Node ${process.versions.node}.`)
  if (!isInstalled()) {
    console.log('Installing dependencies…')
    // NODE_ENV=production would omit the tools that build the front end.
    const npm = spawnSync(
      'npm',
      ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      {
        cwd: root,
        env: { ...process.env, PATH: pathWithoutOwnNode() },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
    if (npm.error) exitWith('npm was not found. It comes with Node: https://nodejs.org')
    if (npm.status !== 0) {
      exitWith(
        'npm could not install the dependencies; see its reason above. It needs a connection to its registry.',
      )
    }
    for (const line of [...listEngineMismatches(), ...listUnverifiedPackages()]) console.warn(line)
  }
  if (!existsSync(ownNode) && major < 24) {
    exitWith(
      'The npm package "node" came without its program, probably because install scripts are switched off.\n' +
        'Run "npm rebuild node", or use Node 24 or newer.',
    )
  }
}

/**
 * Removes development dependencies, which leaves 270 of 970 MB. Node is one of them, so the machine
 * needs its own from then on.
 */
export function removeDevDependencies() {
  console.log('Removing what only development needs…')
  const omitted = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--workspace=@vitrine/server',
    '--no-audit',
    '--no-fund',
  ]
  const env = { ...process.env, PATH: pathWithoutOwnNode() }
  const npm = spawnSync('npm', [...omitted, '--loglevel=error'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (npm.status !== 0)
    exitWith('npm could not remove development dependencies; see its reason above.')
  // Font weights that no PDF uses take 33 MB.
  const fonts = join(root, 'node_modules', '@embedpdf')
  for (const path of readdirSync(fonts, { recursive: true, encoding: 'utf8' }))
    if (/\.[ot]tf$/.test(path) && !/-Regular\.[ot]tf$/.test(path)) rmSync(join(fonts, path))
}

/**
 * Lists npm's warnings about packages that do not support the Node that runs Vitrine. The warnings
 * during the install are silenced, because npm then runs on another Node, which may be older.
 */
export function listEngineMismatches() {
  const { stderr } = spawnSync(
    'npm',
    ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      cwd: root,
      env: createInstalledEnv(),
      encoding: 'utf8',
    },
  )
  return (stderr ?? '').split('\n').filter((line) => line.includes('EBADENGINE'))
}

/**
 * Lists warnings about packages without a checksum in the lock file. They are for other platforms
 * than the one where the file was written, whose registry did not have them.
 */
function listUnverifiedPackages() {
  const names = Object.entries(readPackages(join('node_modules', '.package-lock.json')))
    .filter(([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  if (names.length === 0) return []
  return [
    `Installed without a checksum: ${names.join(', ')} (docs/decisions/002-installing-and-demo.md).`,
  ]
}

/** Finds the Node that runs Vitrine: the installed one, else that of this process. */
export const findNodeProgram = () => (existsSync(ownNode) ? ownNode : process.execPath)

/** Creates an environment whose PATH begins with the installed commands, among them Node 24. */
export const createInstalledEnv = () => ({
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
})

/** Compares package-lock.json with the list that npm keeps of the installed packages. */
function isInstalled() {
  const locked = readPackages('package-lock.json')
  const installed = readPackages(join('node_modules', '.package-lock.json'))
  return Object.entries(locked)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, wanted]) => {
      const actual = installed[path]
      if (!actual) return Boolean(wanted.optional ?? wanted.devOptional)
      return actual.version === wanted.version && existsSync(join(root, path))
    })
}

/** @param {string} file
 * @returns {Record<string, Package>} */
function readPackages(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

// npm must not run on the Node that it is about to replace.
const pathWithoutOwnNode = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== bin)
    .join(delimiter)
