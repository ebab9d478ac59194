import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { exitWith, root } from './root.mjs'

/** The first load of each screen, in KB (1024 bytes) of brotli at its best quality, Node's default. */
const limits = { login: 130, otherScreen: 195, css: 20 }

const dist = join(root, 'apps/web/dist')
const pages = join(dist, 'screens')
if (!existsSync(pages)) exitWith('There is no front end to measure. Run: npm run build')

const sizes = new Map<string, number>()
function size(files: Iterable<string>): number {
  let total = 0
  for (const file of new Set(files)) {
    const known = sizes.get(file) ?? brotliCompressSync(readFileSync(join(dist, file))).length
    sizes.set(file, known)
    total += known
  }
  return total / 1024
}

const rows = readdirSync(pages)
  .filter((file) => file.endsWith('.html'))
  .map((file) => {
    // A screen's page names everything that the screen loads.
    const named = readFileSync(join(pages, file), 'utf8').matchAll(
      /(?:src|href)="\/(assets\/[^"]+\.(js|css))"/g,
    )
    const { js = [], css = [] } = Object.groupBy([...named], ([, , kind]) => kind ?? '')
    const screen = file.replace(/\.html$/, '')
    return {
      screen,
      files: new Set([...js, ...css].map(([, name]) => name)).size,
      js: size(js.map(([, name = '']) => name)),
      css: size(css.map(([, name = '']) => name)),
      limit: screen === 'login' ? limits.login : limits.otherScreen,
    }
  })
  .sort((a, b) => b.js - a.js)

const line = (screen: string, ...columns: unknown[]) =>
  screen.padEnd(24) + columns.map((column) => String(column).padStart(8)).join('')

console.log(line('screen', 'files', 'JS KB', 'limit', 'CSS KB', 'limit'))
for (const { screen, files, js, css, limit } of rows) {
  const over = js > limit || css > limits.css ? '  over the limit' : ''
  console.log(line(screen, files, js.toFixed(1), limit, css.toFixed(1), limits.css) + over)
}

if (rows.length < 2) exitWith('The screens were not recognised in the build.')
process.exitCode = rows.some(({ js, css, limit }) => js > limit || css > limits.css) ? 1 : 0
