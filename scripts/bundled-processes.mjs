import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

/** Where tests find the server as a few large files: see scripts/bundle-server.mjs. */
export const bundleFolder = join(root, '.cache/server')

const ofSources = "new URL('order-process.ts', import.meta.url)"
const ofBundle = `new URL('${pathToFileURL(join(bundleFolder, 'order-process.js')).href}')`

/** Sets papers with the bundled program: a test server starts it for each order, and loading its sources takes half of that. */
export const bundledProcesses = {
  name: 'bundled processes',
  enforce: /** @type {const} */ ('pre'),
  transform: {
    filter: { id: /features\/documents\/orders\.ts$/ },
    /** @param {string} code */
    handler(code) {
      if (!code.includes(ofSources)) throw new Error(`no process starts ${ofSources}`)
      return code.replace(ofSources, ofBundle)
    },
  },
}
