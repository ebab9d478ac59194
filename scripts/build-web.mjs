import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installDependencies, installedEnv } from './install.mjs'
import { giveUp, root } from './root.mjs'

const web = join(root, 'apps', 'web')
const stamp = join(web, 'dist', '.vite', 'built-from')
const sources = ['apps/web', 'packages', 'package-lock.json', 'tsconfig.json']
const made = ['node_modules', 'dist']

/** Builds the front end, unless it was built from exactly these sources. */
export function buildWeb() {
  const now = hashOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  console.log('Building the front end…')
  const vite = spawnSync('vite', ['build', '--logLevel', 'warn'], {
    cwd: web,
    env: { ...installedEnv(), NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (vite.status !== 0) giveUp('The front end could not be built; the reason stands above.')
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
  buildWeb()
}
