import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { factsheetPrefix, inventoryTypes, itemTypes } from '@vitrine/contract'
import { browserScripts, type ScriptAddresses, serviceWorkers } from '@vitrine/pages'
import { compressOnDemand, finishText } from './finish-text.ts'
import type { FinishedAnswer } from './finished.ts'

const javaScript = 'text/javascript; charset=utf-8'

const nameOf = (source: string) =>
  createHash('sha256').update(source).digest('base64url').slice(0, 16)

const finish = (source: string, cache: FinishedAnswer['cache']): FinishedAnswer => ({
  type: javaScript,
  name: nameOf(source),
  cache,
  content: compressOnDemand(Buffer.from(source)),
})

const finished = Object.entries(browserScripts).map(
  ([script, source]) => [script, finish(source, 'forever')] as const,
)
const byName = new Map(finished)

/** The addresses of the scripts of the public pages. Each has its content hash, so browsers cache it forever. */
export const scriptAddresses = Object.fromEntries(
  finished.map(([script, { name }]) => [script, `/public/${script}.js?v=${name}`]),
) as ScriptAddresses

const require = createRequire(import.meta.url)
let viewer: Promise<FinishedAnswer> | undefined

/** OpenSeadragon, which shows large pictures in tiles; read on the first request. */
async function readViewer(): Promise<FinishedAnswer> {
  const source = await readFile(
    require.resolve('openseadragon/build/openseadragon/openseadragon.min.js'),
    'utf8',
  )
  return finishText(javaScript, source.replace(/\/\/# sourceMappingURL=\S+\s*$/, ''))
}

/** The script at /public/{file}; one requested with an older hash is not cached. */
export function findPublicScript(
  file: string,
  asked: unknown,
): FinishedAnswer | Promise<FinishedAnswer> | undefined {
  if (file === 'viewer.js') {
    viewer ??= readViewer()
    return viewer
  }
  const script = byName.get(file.replace(/\.js$/, ''))
  return script && { ...script, cache: asked === script.name ? 'forever' : 'shared' }
}

const settings = {
  // A build that changes a script also replaces the browsers' caches.
  version: nameOf(serviceWorkers.on + JSON.stringify(scriptAddresses)),
  museums: Object.fromEntries(
    itemTypes.map((type) => [inventoryTypes[type].start, factsheetPrefix(type)]),
  ),
}

/** Revalidated with every visit, whatever a CDN keeps: a new worker replaces the old one at once, and 'off' ends it. */
export const serviceWorker = {
  on: finish(`self.vitrine = ${JSON.stringify(settings)}\n${serviceWorkers.on}`, 'ask'),
  off: finish(serviceWorkers.off, 'ask'),
}
