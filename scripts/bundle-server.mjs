import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { root } from './root.mjs'

// Tests start hundreds of processes of the server and its commands. Loading a thousand files is half the work of a start,
// so they load a few large ones. The product itself runs from its sources.

const sources = join(root, 'apps/server/src')
const dir = join(root, '.cache/server')

rmSync(dir, { recursive: true, force: true })
await build({
  input: { main: join(sources, 'main.ts'), cli: join(sources, 'cli.ts') },
  platform: 'node',
  // These look for files beside their own, and the pages are built on another day.
  external: /^(sharp|piscina|pino|@myriaddreamin\/.*|@vitrine\/pages)$/,
  treeshake: false,
  logLevel: 'warn',
  plugins: [
    {
      name: 'where a source looks for files',
      transform: {
        filter: { id: /\.ts$/, code: 'import.meta.url' },
        handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      },
    },
  ],
  output: { dir, entryFileNames: '[name].js' },
})
