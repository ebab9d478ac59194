import { createHash } from 'node:crypto'
import { finishText } from './finish-text.ts'
import type { Finished, Forms } from './finished.ts'
import { promiseCache } from './promise-cache.ts'

interface Compressed {
  readonly finished: Finished
  /** As text, and compressed for some. */
  readonly bytes: number
}

/** The same document is compressed once. */
const compressed = promiseCache<Compressed>(50, ({ bytes }) => bytes)

/** A document of linked data: as plain JSON where that is asked for by name, and linked data is not. */
export function linkedJson(document: { readonly '@context': string }): Forms {
  const linked = `application/ld+json;profile="${document['@context']}"`
  const text = JSON.stringify(document)
  const hash = createHash('sha256').update(text).digest('base64url')
  const made = () =>
    compressed(hash, async () => ({ finished: await finishText(linked, text), bytes: 2 * text.length }))
  const form = (asked: string, type: string) => ({
    type: asked,
    finish: async () => ({ ...(await made()).finished, type }),
  })
  const json = 'application/json'
  return { forms: [form('application/ld+json', linked), form(json, json), form(linked, linked)] }
}
