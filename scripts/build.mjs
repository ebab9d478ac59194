import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createInstalledEnv, installDependencies, removeDevDependencies } from './install.mjs'
import { exitWith, root } from './root.mjs'

const sharedSources = ['packages/contract', 'packages/text', 'package-lock.json', 'tsconfig.json']
const generatedFolders = ['node_modules', 'dist']

/** The stamp of a build is a file with the hash of the sources it was built from. */
const builds = {
  web: viteBuild('front end', 'apps/web'),
  pages: viteBuild('public pages', 'packages/pages'),
  spelling: {
    title: 'dictionaries',
    command: ['node', 'src/lexicon/build.ts'],
    folder: 'packages/spelling',
    sources: ['packages/spelling/src/lexicon', 'packages/spelling/words', 'package-lock.json'],
    stamp: 'packages/spelling/dist/built-from',
  },
  server: {
    title: 'server for tests',
    command: ['node', 'scripts/bundle-server.mjs'],
    folder: '.',
    sources: [
      'scripts/bundle-server.mjs',
      'scripts/bundled-processes.mjs',
      'apps/server/src',
      'packages',
      'package-lock.json',
    ],
    stamp: '.cache/server/built-from',
  },
}

/** @param {string} title
 * @param {string} folder */
function viteBuild(title, folder) {
  return {
    title,
    command: ['vite', 'build', '--logLevel', 'warn'],
    folder,
    sources: [folder, ...sharedSources],
    stamp: `${folder}/dist/.vite/built-from`,
  }
}

/** @typedef {keyof typeof builds} BuildName */
/** All builds: those of the product, and the server bundled for tests. */
export const allBuilds = /** @type {BuildName[]} */ (Object.keys(builds))
const productBuilds = allBuilds.filter((name) => name !== 'server')

/** Runs builds whose sources have changed since the last run.
 * @param {BuildName[]} names */
export function build(names = productBuilds) {
  for (const name of names) runBuild(builds[name])
}

/** Forces the next build, for callers that build by other means.
 * @param {BuildName} name */
export function forgetBuild(name) {
  rmSync(join(root, builds[name].stamp), { force: true })
}

/** @param {ReturnType<typeof viteBuild>} part */
function runBuild({ title, command: [program = '', ...args], folder, sources, stamp: stampFile }) {
  const stamp = join(root, stampFile)
  const hash = hashFiles(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log(`Building the ${title}…`)
  const { status } = spawnSync(program, args, {
    cwd: join(root, folder),
    env: { ...createInstalledEnv(), NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) exitWith(`The ${title} could not be built; see the reason above.`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/** @param {string[]} paths files or folders, relative to the repository */
function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(listFiles))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** @param {string} path
 * @returns {string[]} */
function listFiles(path) {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path))
    .filter(
      (name) =>
        !(generatedFolders.includes(name) || name.startsWith('.') || name.endsWith('.gen.ts')),
    )
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  // node scripts/build.mjs [name …] [production]; `production` removes development dependencies
  // afterwards.
  const chosen = allBuilds.filter((name) => process.argv.includes(name, 2))
  installDependencies()
  build(chosen.length > 0 ? chosen : productBuilds)
  if (process.argv.includes('production', 2)) removeDevDependencies()
}
