import { createHash } from 'node:crypto'
import { promiseCache } from '../base/promise-cache.ts'
import { finishText } from './finish-text.ts'
import type { Finished, Forms } from './finished.ts'

const linkedData = 'application/ld+json'
const json = 'application/json'

interface CachedDocument {
  readonly finished: Finished
  /** In memory: as text, and compressed for some. */
  readonly bytes: number
}

/** The same document is compressed once. */
const documents = promiseCache<CachedDocument>(50, ({ bytes }) => bytes)

/** A document of linked data: as plain JSON where that is asked for by name, and linked data is not. */
export function linkedJson(document: { readonly '@context': string }): Forms {
  const withProfile = `${linkedData};profile="${document['@context']}"`
  const text = JSON.stringify(document)
  const hash = createHash('sha256').update(text).digest('base64url')
  const finishedDocument = () =>
    documents(hash, async () => ({ finished: await finishText(withProfile, text), bytes: 2 * text.length }))
  const form = (asked: string, type: string) => ({
    type: asked,
    finish: async () => ({ ...(await finishedDocument()).finished, type }),
  })
  return { forms: [form(linkedData, withProfile), form(json, json), form(withProfile, withProfile)] }
}
