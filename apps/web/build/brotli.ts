import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const compressible = /\.(?:js|css|html|svg|json|wasm)$/

/** Writes a `.br` beside every file worth it, so that the server never compresses a file of the app itself. */
export function brotliFiles(): Plugin {
  let folder = ''
  return {
    name: 'brotli-files',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle(error?: Error) {
      if (error) return
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      for (const entry of entries) {
        if (!entry.isFile() || !compressible.test(entry.name)) continue
        const file = join(entry.parentPath, entry.name)
        const source = await readFile(file)
        const packed = await compress(source, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
          },
        })
        if (packed.length < source.length) await writeFile(`${file}.br`, packed)
      }
    },
  }
}
