import { createHash } from 'node:crypto'
import { finishText } from './finish-text.ts'
import type { Finished, Forms } from './finished.ts'
import { promiseCache } from './promise-cache.ts'

/** The same document is compressed once. */
const finishedBy = promiseCache<Finished>(50)

/** A document of linked data: as plain JSON where that is asked for by name, and linked data is not. */
export function linkedJson(document: { readonly '@context': string }): Forms {
  const linked = `application/ld+json;profile="${document['@context']}"`
  const text = JSON.stringify(document)
  const hash = createHash('sha256').update(text).digest('base64url')
  const form = (asked: string, type: string) => ({
    type: asked,
    finish: async () => ({ ...(await finishedBy(hash, () => finishText(linked, text))), type }),
  })
  const json = 'application/json'
  return { forms: [form('application/ld+json', linked), form(json, json), form(linked, linked)] }
}
