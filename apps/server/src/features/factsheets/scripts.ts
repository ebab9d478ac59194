import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { browserScripts, type ScriptAddresses } from '@vitrine/pages'
import type { Finished } from '../../http/finished.ts'

const finished = Object.entries(browserScripts).map(([script, source]): readonly [string, Finished] => {
  const name = createHash('sha256').update(source).digest('base64url').slice(0, 16)
  const plain = Buffer.from(source)
  const content = { plain, brotli: brotliCompressSync(plain) }
  return [script, { type: 'text/javascript; charset=utf-8', name, cache: 'forever', content }]
})
const byName = new Map(finished)

/** The addresses of the scripts of the public pages. Each has its content hash, so browsers cache it forever. */
export const scriptSrc = Object.fromEntries(
  finished.map(([script, { name }]) => [script, `/public/${script}.js?v=${name}`]),
) as ScriptAddresses

/** The script at /public/{file}; one that is asked for by an older hash is not cached. */
export function publicScript(file: string, asked: unknown): Finished | undefined {
  const script = byName.get(file.replace(/\.js$/, ''))
  return script && { ...script, cache: asked === script.name ? 'forever' : 'shared' }
}
