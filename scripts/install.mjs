import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { exitWith, root } from './root.mjs'

/** @typedef {{ version?: string, link?: boolean, integrity?: string, optional?: boolean, devOptional?: boolean }} Package */

const bin = join(root, 'node_modules', '.bin')
const ownNode = join(root, 'node_modules', 'node', 'bin', 'node')

/** Installs what package-lock.json asks for, unless it is there already. */
export function installDependencies() {
  const major = Number.parseInt(process.versions.node, 10)
  if (major < 20)
    exitWith(`Vitrine needs Node 20 or newer to start; this is Node ${process.versions.node}.`)
  if (!isInstalled()) {
    console.log('Installing dependencies…')
    // NODE_ENV=production would leave out what builds the front end.
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
    for (const line of [...listEngineMismatches(), ...withoutChecksum()]) console.warn(line)
  }
  if (!existsSync(ownNode) && major < 24) {
    exitWith(
      'The npm package "node" came without its program, probably because install scripts are switched off.\n' +
        'Run "npm rebuild node", or use Node 24 or newer.',
    )
  }
}

/** Removes what only development needs: 270 MB of packages stay of 970. From then on Node itself has to be on the machine. */
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
  if (npm.status !== 0) exitWith('npm could not remove them; see its reason above.')
  // Weights that no paper uses: 33 MB.
  const fonts = join(root, 'node_modules', '@embedpdf')
  for (const path of readdirSync(fonts, { recursive: true, encoding: 'utf8' }))
    if (/\.[ot]tf$/.test(path) && !/-Regular\.[ot]tf$/.test(path)) rmSync(join(fonts, path))
}

/**
 * npm's warnings about packages that are not made for the Node that runs Vitrine. While it installs, it judges by the Node
 * that it runs on itself, which may be older and runs none of them: so that is silenced, and npm is asked again.
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

/** Packages for this kind of machine that the registry which wrote the lock file did not hold: npm could not verify them. */
function withoutChecksum() {
  const names = Object.entries(packages(join('node_modules', '.package-lock.json')))
    .filter(([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  return names.length > 0
    ? [
        `Installed without a checksum: ${names.join(', ')} (docs/decisions/002-installing-and-demo.md).`,
      ]
    : []
}

/** The Node that runs Vitrine: the one it was installed with, else the present one. */
export const findNodeProgram = () => (existsSync(ownNode) ? ownNode : process.execPath)

/** The environment in which installed commands, and Node 24 among them, come first. */
export const createInstalledEnv = () => ({
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
})

/** True when node_modules holds every package of package-lock.json in its version (npm keeps its own list there). */
function isInstalled() {
  const listed = packages('package-lock.json')
  const present = packages(join('node_modules', '.package-lock.json'))
  return Object.entries(listed)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, wanted]) => {
      const found = present[path]
      if (!found) return Boolean(wanted.optional ?? wanted.devOptional)
      return found.version === wanted.version && existsSync(join(root, path))
    })
}

/** @param {string} file
 * @returns {Record<string, Package>} */
function packages(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

// npm must not run on a Node that it is about to replace.
const pathWithoutOwnNode = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== bin)
    .join(delimiter)
