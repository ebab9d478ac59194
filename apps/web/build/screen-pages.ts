import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  type Screen,
  type ScreenPath,
  screenPageFile,
  screens,
  signInStorageKey,
} from '@vitrine/contract'
import type { Plugin, Rolldown } from 'vite'

const routeChunk = /\/src\/app\/routes\/(.+)\.tsx$/

/** Turns the file name `_shell/employees.edit.$id` into the route /_shell/employees/edit/$id. */
const toRoute = (file: string) => `/${file.replaceAll('.', '/')}`
/** Removes the layouts from a route: /_shell/employees becomes /employees. */
const toAddress = (route: string) => route.replace(/\/_[^/]+/g, '').replace(/\/index$/, '') || '/'
const isLayout = (route: string) => /\/_[^/]+$/.test(route)

/**
 * Writes an HTML page for every screen that names the screen's scripts, styles and first call.
 * Without it, the browser would discover them one after the other, with a round trip each.
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
        const earlyScript = chunks.find(({ name }) => name === 'early')
        if (page?.type !== 'asset' || !earlyScript)
          throw new Error('The bundle lacks index.html or the chunk early.')

        const html = String(page.source)
        // A chunk may hold several routes.
        const routes = chunks.flatMap((chunk) =>
          chunk.moduleIds.flatMap((id) => {
            const file = routeChunk.exec(id)?.[1]
            return file ? [{ chunk, route: toRoute(file) }] : []
          }),
        )

        for (const path of Object.keys(screens) as ScreenPath[]) {
          const address = path.replaceAll(':', '$')
          const own = routes.find(({ route }) => !isLayout(route) && toAddress(route) === address)
          if (!own) throw new Error(`There is no route for ${path}.`)

          const layoutsAndOwn = routes
            .filter(
              ({ route }) =>
                own.route === route || (isLayout(route) && own.route.startsWith(`${route}/`)),
            )
            .sort((a, b) => a.route.length - b.route.length)
          const { scripts, styles } = collectImports(
            layoutsAndOwn.map(({ chunk }) => chunk),
            bundle,
          )
          const { firstCall, scans }: Screen = screens[path]
          const headEnd = [
            ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
            ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
          ].filter((link) => !html.includes(link))
          const headStart: string[] = []
          if (scans) headStart.push(`<meta name="scans" content="${path}">`)
          if (firstCall)
            headStart.push(
              `<meta name="first-call" content="/api${firstCall}" ` +
                `data-session="${signInStorageKey}">`,
            )
          if (own.route.startsWith('/_shell/'))
            headStart.push(
              `<script type="module" async crossorigin src="/${earlyScript.fileName}"></script>`,
            )
          this.emitFile({
            type: 'asset',
            fileName: screenPageFile(path),
            // The first call precedes everything else, because its answer takes longest.
            source: html
              .replace('<link', [...headStart, '<link'].join('\n    '))
              .replace('</head>', [...headEnd, '</head>'].join('\n    ')),
          })
        }
        this.emitFile({
          type: 'asset',
          fileName: 'stocktake-worker.js',
          source: buildStocktakeWorker(listOfflineFiles(bundle)),
        })
      },
    },
  }
}

/** Prepends the files to cache to the service worker, and their hash as its version. */
function buildStocktakeWorker(files: readonly string[]): string {
  const source = readFileSync(`${import.meta.dirname}/../src/stocktake-worker.js`, 'utf8')
  const version = createHash('sha256')
    .update(files.join() + source)
    .digest('hex')
    .slice(0, 16)
  return `self.stocktake = ${JSON.stringify({ version, files })}\n${source}`
}

/** Lists all files that offline screens may load, which excludes the chunks of other screens. */
function listOfflineFiles(bundle: Rolldown.OutputBundle): string[] {
  const offlinePaths = (Object.keys(screens) as ScreenPath[]).filter(
    (path) => 'worksOffline' in screens[path],
  )
  const isOtherScreen = ({ moduleIds }: Rolldown.OutputChunk) => {
    const routes = moduleIds.flatMap((id) => routeChunk.exec(id)?.[1] ?? []).map(toRoute)
    const isNeeded = (route: string) =>
      isLayout(route) ||
      offlinePaths.some((path) => path.replaceAll(':', '$').startsWith(toAddress(route)))
    return routes.length > 0 && !routes.some(isNeeded)
  }
  const files = new Set(Object.keys(bundle).filter((file) => file.endsWith('.woff2')))
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file)) return

    files.add(file)
    for (const name of chunk.viteMetadata?.importedCss ?? []) files.add(name)
    for (const name of chunk.viteMetadata?.importedAssets ?? []) files.add(name)
    for (const name of chunk.imports) add(name)
    for (const name of chunk.dynamicImports) {
      const lazy = bundle[name]
      if (lazy?.type === 'chunk' && !isOtherScreen(lazy)) add(name)
    }
  }
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.isEntry) add(file.fileName)
  return [...files].sort().map((file) => `/${file}`)
}

/** Collects the chunks and everything they import, in the order of execution. */
function collectImports(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle) {
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
