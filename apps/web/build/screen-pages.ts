import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pageOf, type Screen, type ScreenPath, screens, signInKey } from '@vitrine/contract'
import type { Plugin, Rolldown } from 'vite'

const routeChunk = /\/src\/app\/routes\/(.+)\.tsx$/

/** `_shell/employees.edit.$id` → /_shell/employees/edit/$id */
const routeOf = (file: string) => `/${file.replaceAll('.', '/')}`
const addressOf = (route: string) => route.replace(/\/_[^/]+/g, '').replace(/\/index$/, '') || '/'
const isLayout = (route: string) => /\/_[^/]+$/.test(route)

/**
 * Writes a page for every screen that names the scripts, styles and first call of that screen. Without it, the browser
 * would find them one after the other, a round trip each time.
 */
export function screenPages(): Plugin {
  return {
    name: 'screen-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const page = bundle['index.html']
        const early = chunks.find(({ name }) => name === 'early')
        if (page?.type !== 'asset' || !early)
          throw new Error('There is no page, or nothing that runs early.')
        const html = String(page.source)
        // A chunk may hold several routes.
        const routes = chunks.flatMap((chunk) =>
          chunk.moduleIds.flatMap((id) => {
            const file = routeChunk.exec(id)?.[1]
            return file ? [{ chunk, route: routeOf(file) }] : []
          }),
        )
        for (const path of Object.keys(screens) as ScreenPath[]) {
          const address = path.replaceAll(':', '$')
          const own = routes.find(({ route }) => !isLayout(route) && addressOf(route) === address)
          if (!own) throw new Error(`There is no route for ${path}.`)
          const needed = routes
            .filter(
              ({ route }) =>
                own.route === route || (isLayout(route) && own.route.startsWith(`${route}/`)),
            )
            .sort((a, b) => a.route.length - b.route.length)
          const { scripts, styles } = loadedWith(
            needed.map(({ chunk }) => chunk),
            bundle,
          )
          const { firstCall, scans }: Screen = screens[path]
          const head = [
            ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
            ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
          ].filter((link) => !html.includes(link))
          const first = [
            ...(scans ? ['<meta name="scans">'] : []),
            ...(firstCall
              ? [`<meta name="first-call" content="/api${firstCall}" data-session="${signInKey}">`]
              : []),
            ...(own.route.startsWith('/_shell/')
              ? [`<script type="module" async crossorigin src="/${early.fileName}"></script>`]
              : []),
          ]
          this.emitFile({
            type: 'asset',
            fileName: pageOf(path),
            // Before everything else: the answer takes longest.
            source: html
              .replace('<link', [...first, '<link'].join('\n    '))
              .replace('</head>', [...head, '</head>'].join('\n    ')),
          })
        }
        this.emitFile({
          type: 'asset',
          fileName: 'stocktake-worker.js',
          source: offlineWorker(neededOffline(bundle)),
        })
      },
    },
  }
}

/** The service worker, with the files that it keeps: other files are another version. */
function offlineWorker(files: readonly string[]): string {
  const source = readFileSync(`${import.meta.dirname}/../src/stocktake-worker.js`, 'utf8')
  const version = createHash('sha256')
    .update(files.join() + source)
    .digest('hex')
    .slice(0, 16)
  return `self.stocktake = ${JSON.stringify({ version, files })}\n${source}`
}

/** What the screens that scan may load, now or later: everything but the other screens. */
function neededOffline(bundle: Rolldown.OutputBundle): string[] {
  const scanning = (Object.keys(screens) as ScreenPath[]).filter((path) => 'scans' in screens[path])
  const isOther = ({ moduleIds }: Rolldown.OutputChunk) => {
    const routes = moduleIds.flatMap((id) => routeChunk.exec(id)?.[1] ?? []).map(routeOf)
    const isNeeded = (route: string) =>
      isLayout(route) ||
      scanning.some((path) => path.replaceAll(':', '$').startsWith(addressOf(route)))
    return routes.length > 0 && !routes.some(isNeeded)
  }
  const files = new Set(Object.keys(bundle).filter((file) => file.endsWith('.woff2')))
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file)) return
    files.add(file)
    for (const one of chunk.viteMetadata?.importedCss ?? []) files.add(one)
    for (const one of chunk.viteMetadata?.importedAssets ?? []) files.add(one)
    for (const one of chunk.imports) add(one)
    for (const one of chunk.dynamicImports) {
      const lazy = bundle[one]
      if (lazy?.type === 'chunk' && !isOther(lazy)) add(one)
    }
  }
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.isEntry) add(file.fileName)
  return [...files].sort().map((file) => `/${file}`)
}

/** Everything that chunks import, in the order in which it runs. */
function loadedWith(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const seen = new Set<string>()
  const load = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || seen.has(chunk.fileName)) return
    seen.add(chunk.fileName)
    for (const file of chunk.imports) load(bundle[file])
    scripts.add(chunk.fileName)
    for (const file of chunk.viteMetadata?.importedCss ?? []) styles.add(file)
  }
  for (const chunk of chunks) load(chunk)
  return { scripts, styles }
}
