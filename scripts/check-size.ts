import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { exitWith, root } from './root.mjs'

/**
 * Limits for the first load of a screen, in units of 1024 bytes, compressed by brotli at quality
 * 11.
 */
const limitsKb = { login: 130, otherScreen: 195, css: 20 }

const dist = join(root, 'apps/web/dist')
const pages = join(dist, 'screens')
if (!existsSync(pages)) exitWith('There is no front end to measure. Run: npm run build')

const sizesByFile = new Map<string, number>()
function measureKb(files: Iterable<string>): number {
  let total = 0
  for (const file of new Set(files)) {
    const bytes = sizesByFile.get(file) ?? brotliCompressSync(readFileSync(join(dist, file))).length
    sizesByFile.set(file, bytes)
    total += bytes
  }
  return total / 1024
}

const rows = readdirSync(pages)
  .filter((file) => file.endsWith('.html'))
  .map((file) => {
    // The page of a screen links to everything that the screen loads.
    const links = readFileSync(join(pages, file), 'utf8').matchAll(
      /(?:src|href)="\/(assets\/[^"]+\.(js|css))"/g,
    )
    const { js = [], css = [] } = Object.groupBy([...links], ([, , kind]) => kind ?? '')
    const screen = file.replace(/\.html$/, '')
    return {
      screen,
      files: new Set([...js, ...css].map(([, name]) => name)).size,
      js: measureKb(js.map(([, name = '']) => name)),
      css: measureKb(css.map(([, name = '']) => name)),
      limit: screen === 'login' ? limitsKb.login : limitsKb.otherScreen,
    }
  })
  .sort((a, b) => b.js - a.js)

const formatLine = (screen: string, ...columns: unknown[]) =>
  screen.padEnd(24) + columns.map((column) => String(column).padStart(8)).join('')

console.log(formatLine('screen', 'files', 'JS KB', 'limit', 'CSS KB', 'limit'))
for (const { screen, files, js, css, limit } of rows) {
  const warning = js > limit || css > limitsKb.css ? '  over the limit' : ''
  console.log(
    formatLine(screen, files, js.toFixed(1), limit, css.toFixed(1), limitsKb.css) + warning,
  )
}

if (rows.length < 2) exitWith('The screens were not recognised in the build.')
process.exitCode = rows.some(({ js, css, limit }) => js > limit || css > limitsKb.css) ? 1 : 0
