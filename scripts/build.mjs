import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installDependencies, installedEnv } from './install.mjs'
import { giveUp, root } from './root.mjs'

/** What Vite makes, each in `dist` of its folder. */
const builds = {
  web: { title: 'front end', folder: 'apps/web' },
  pages: { title: 'public pages', folder: 'packages/pages' },
}
const shared = ['packages/contract', 'package-lock.json', 'tsconfig.json']
const made = ['node_modules', 'dist']

/** Builds what the server hands out, unless it was built from exactly these sources.
 * @param {(keyof typeof builds)[]} names */
export function build(names = ['web', 'pages']) {
  for (const name of names) buildOne(builds[name])
}

/** For whoever goes on building by other means: the next build starts anew.
 * @param {keyof typeof builds} name */
export function forgetBuild(name) {
  rmSync(stampOf(builds[name].folder), { force: true })
}

/** @param {string} folder */
const stampOf = (folder) => join(root, folder, 'dist', '.vite', 'built-from')

/** @param {{ title: string, folder: string }} part */
function buildOne({ title, folder }) {
  const stamp = stampOf(folder)
  const now = hashOf([folder, ...shared])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  console.log(`Building the ${title}…`)
  const vite = spawnSync('vite', ['build', '--logLevel', 'warn'], {
    cwd: join(root, folder),
    env: { ...installedEnv(), NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (vite.status !== 0) giveUp(`The ${title} could not be built; the reason stands above.`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
}

/** @param {string[]} paths files or folders, relative to the repository */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn)) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** @param {string} path
 * @returns {string[]} */
function filesIn(path) {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path))
    .filter((name) => !(made.includes(name) || name.startsWith('.') || name.endsWith('.gen.ts')))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  installDependencies()
  build()
}
