import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { factsheetPrefix, inventoryTypes, itemTypes } from '@vitrine/contract'
import { browserScripts, type ScriptAddresses, serviceWorkers } from '@vitrine/pages'
import { compressOnDemand, finishText } from './finish-text.ts'
import type { FinishedAnswer } from './finished.ts'

const javaScript = 'text/javascript; charset=utf-8'

// 96 bits.
const hashLength = 16

const hashContent = (source: string) =>
  createHash('sha256').update(source).digest('base64url').slice(0, hashLength)

/** Prepares a script to be sent; its ETag is its content hash. */
const finishScript = (source: string, cache: FinishedAnswer['cache']): FinishedAnswer => ({
  type: javaScript,
  etag: hashContent(source),
  cache,
  content: compressOnDemand(Buffer.from(source)),
})

const namedScripts = Object.entries(browserScripts).map(
  ([script, source]) => [script, finishScript(source, 'immutable')] as const,
)
const scriptsByName = new Map(namedScripts)

/**
 * The addresses of the public pages' scripts. Each contains its content hash, so browsers cache it
 * forever.
 */
export const scriptAddresses = Object.fromEntries(
  namedScripts.map(([script, { etag }]) => [script, `/public/${script}.js?v=${etag}`]),
) as ScriptAddresses

const sourceMapComment = /\/\/# sourceMappingURL=\S+\s*$/
const require = createRequire(import.meta.url)
let viewer: Promise<FinishedAnswer> | undefined

/** OpenSeadragon, which shows large pictures in tiles; read on the first request. */
async function readViewer(): Promise<FinishedAnswer> {
  const source = await readFile(
    require.resolve('openseadragon/build/openseadragon/openseadragon.min.js'),
    'utf8',
  )
  return finishText(javaScript, source.replace(sourceMapComment, ''))
}

/** The script at /public/{file}; it is cached only if requested with its current hash. */
export function findPublicScript(
  file: string,
  requestedHash: unknown,
): FinishedAnswer | Promise<FinishedAnswer> | undefined {
  if (file === 'viewer.js') {
    viewer ??= readViewer()
    return viewer
  }
  const script = scriptsByName.get(file.replace(/\.js$/, ''))
  return script && { ...script, cache: requestedHash === script.etag ? 'immutable' : 'shared' }
}

/** Settings that the service worker reads from its global `vitrine`. */
const workerSettings = {
  // Part of the worker, so that a build that changes a script also replaces browsers' caches.
  version: hashContent(serviceWorkers.on + JSON.stringify(scriptAddresses)),
  // Maps the start page of each museum to the prefix of its items' pages.
  museums: Object.fromEntries(
    itemTypes.map((type) => [inventoryTypes[type].start, factsheetPrefix(type)]),
  ),
}

/**
 * Revalidated with every visit, whatever a CDN keeps: a new worker replaces the old one at once,
 * and 'off' removes it.
 */
export const serviceWorker = {
  on: finishScript(
    `self.vitrine = ${JSON.stringify(workerSettings)}\n${serviceWorkers.on}`,
    'revalidate',
  ),
  off: finishScript(serviceWorkers.off, 'revalidate'),
}
