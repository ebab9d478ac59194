import { finishText } from '../../http/finish-text.ts'
import type { Finished, Forms } from '../../http/finished.ts'

/** A document of linked data: as JSON where that is asked for by name. */
export function linkedJson(document: { readonly '@context': string }): Forms {
  const linked = `application/ld+json;profile="${document['@context']}"`
  let finished: Promise<Finished> | undefined
  const form = (type: string) => ({
    type,
    async finish() {
      finished ??= finishText(linked, JSON.stringify(document))
      return { ...(await finished), type }
    },
  })
  return { forms: [form('application/json'), form(linked)] }
}
