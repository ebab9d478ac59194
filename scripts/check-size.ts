import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { giveUp, root } from './root.mjs'

/** What a browser loads at first on each route, in KB (1024 bytes) of brotli at its best quality, Node's default. */
const limits = { login: 130, otherRoute: 195, css: 20 }

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

const dist = join(root, 'apps/web/dist')
const manifestFile = join(dist, '.vite/manifest.json')
if (!existsSync(manifestFile)) giveUp('There is no front end to measure. Run: npm run build')
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestFile, 'utf8'))

// The router splits each route's file: its component and loader are loaded with it, its error pages only when needed.
const routeChunk = /^src\/app\/routes\/(.+)\.tsx\?tsr-split=(?:component|loader|pendingComponent)$/

/** Route files as segments: `_shell/employees.edit.$id` → _shell, employees, edit, $id. */
const chunksByRoute = Map.groupBy(
  Object.keys(manifest).filter((key) => routeChunk.test(key)),
  (key) => key.replace(routeChunk, '$1').replaceAll('.', '/'),
)

/** The route's chunks and those of the layouts around it, with the entry and everything they import. */
function loadedBy(route: string): Set<string> {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const around = [...chunksByRoute].filter(([other]) => route === other || route.startsWith(`${other}/`))
  const loaded = new Set<string>()
  const load = (key: string) => {
    if (loaded.has(key)) return
    loaded.add(key)
    manifest[key]?.imports?.forEach(load)
  }
  for (const key of [...entries, ...around.flatMap(([, keys]) => keys)]) load(key)
  return loaded
}

const sizes = new Map<string, number>()
function size(files: Iterable<string>): number {
  let total = 0
  for (const file of files) {
    const known = sizes.get(file) ?? brotliCompressSync(readFileSync(join(dist, file))).length
    sizes.set(file, known)
    total += known
  }
  return total / 1024
}

const isLayout = (route: string) => route.split('/').at(-1)?.startsWith('_')
const address = (route: string) =>
  `/${route
    .split('/')
    .filter((segment) => !segment.startsWith('_') && segment !== 'index')
    .join('/')}`

const rows = [...chunksByRoute.keys()]
  .filter((route) => !isLayout(route))
  .map((route) => {
    const chunks = [...loadedBy(route)].flatMap((key) => manifest[key] ?? [])
    return {
      route: address(route),
      js: size(new Set(chunks.map(({ file }) => file))),
      css: size(new Set(chunks.flatMap(({ css = [] }) => css))),
      limit: route === 'login' ? limits.login : limits.otherRoute,
    }
  })
  .sort((a, b) => b.js - a.js)

console.log(
  `${'route'.padEnd(28)}${'JS KB'.padStart(8)}${'limit'.padStart(8)}${'CSS KB'.padStart(8)}${'limit'.padStart(8)}`,
)
for (const { route, js, css, limit } of rows) {
  const over = js > limit || css > limits.css ? '  over the limit' : ''
  const numbers = [js.toFixed(1), limit, css.toFixed(1), limits.css].map((value) => String(value).padStart(8)).join('')
  console.log(`${route.padEnd(28)}${numbers}${over}`)
}

if (!rows.some(({ route }) => route === '/login') || rows.length < 2)
  giveUp('The routes were not recognised in the manifest.')
process.exitCode = rows.some(({ js, css, limit }) => js > limit || css > limits.css) ? 1 : 0
