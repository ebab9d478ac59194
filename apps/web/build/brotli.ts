import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const compressible = /\.(?:js|css|html|svg|json|wasm)$/

/** Writes a `.br` file beside each file that shrinks, so that the server need not compress them. */
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
        const compressed = await compress(source, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
          },
        })
        if (compressed.length < source.length) await writeFile(`${file}.br`, compressed)
      }
    },
  }
}
