import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { bundledProcesses, bundleFolder } from './bundled-processes.mjs'
import { root } from './root.mjs'

// Tests start hundreds of processes of the server and its commands. Loading a thousand files takes
// half of a start, so tests load a few large files. The product itself runs from its sources.

const sources = join(root, 'apps/server/src')

rmSync(bundleFolder, { recursive: true, force: true })
await bundle({ main: join(sources, 'main.ts'), cli: join(sources, 'cli.ts') }, { treeshake: false })
// Without unused code, because only a small part is needed to render a PDF.
await bundle(
  { 'order-process': join(sources, 'features/documents/order-process.ts') },
  { treeshake: true },
)

/** @param {Record<string, string>} input
 * @param {{ treeshake: boolean }} options */
async function bundle(input, { treeshake }) {
  await build({
    input,
    platform: 'node',
    // Packages that look for files next to their own, and the pages, which have their own build.
    external: /^(sharp|pino|@myriaddreamin\/.*|@vitrine\/pages)$/,
    treeshake,
    logLevel: 'warn',
    plugins: [
      bundledProcesses,
      {
        name: 'keep the URLs of sources',
        transform: {
          filter: { id: /\.ts$/, code: 'import.meta.url' },
          handler: (code, id) =>
            code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
        },
      },
    ],
    output: { dir: bundleFolder, entryFileNames: '[name].js' },
  })
}
