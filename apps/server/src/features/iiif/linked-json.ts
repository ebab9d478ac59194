import { createHash } from 'node:crypto'
import { finishText } from '../../http/finish-text.ts'
import type { Finished, Forms } from '../../http/finished.ts'
import { promiseCache } from '../../http/promise-cache.ts'

/** The same document is compressed once. */
const finishedBy = promiseCache<Finished>(50)

/** A document of linked data: as JSON where that is asked for by name. */
export function linkedJson(document: { readonly '@context': string }): Forms {
  const linked = `application/ld+json;profile="${document['@context']}"`
  const text = JSON.stringify(document)
  const hash = createHash('sha256').update(text).digest('base64url')
  const form = (type: string) => ({
    type,
    finish: async () => ({ ...(await finishedBy(hash, () => finishText(linked, text))), type }),
  })
  return { forms: [form('application/json'), form(linked)] }
}
