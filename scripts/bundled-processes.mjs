import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

/** The server bundled for tests; see scripts/bundle-server.mjs. */
export const bundleFolder = join(root, '.cache/server')

const sourceUrl = "new URL('order-process.ts', import.meta.url)"
const bundleUrl = `new URL('${pathToFileURL(join(bundleFolder, 'order-process.js')).href}')`

/**
 * Runs the bundled program for PDFs: test servers start it per order, and loading its sources takes
 * half the time.
 */
export const bundledProcesses = {
  name: 'bundled processes',
  enforce: /** @type {const} */ ('pre'),
  transform: {
    filter: { id: /features\/documents\/orders\.ts$/ },
    /** @param {string} code */
    handler(code) {
      if (!code.includes(sourceUrl))
        throw new Error(`${sourceUrl} was not found, so the bundled program would not be used`)
      return code.replace(sourceUrl, bundleUrl)
    },
  },
}
