import { finishText } from './finish-text.ts'
import type { NegotiableAnswer } from './finished.ts'

const linkedData = 'application/ld+json'
const json = 'application/json'

export interface LinkedJson extends NegotiableAnswer {
  /** In memory: as text, and compressed once it was asked for. */
  readonly bytes: number
}

/** A document of linked data: as plain JSON where that is asked for by name, and linked data is not. */
export async function finishLinkedJson(document: {
  readonly '@context': string
}): Promise<LinkedJson> {
  const withProfile = `${linkedData};profile="${document['@context']}"`
  const text = JSON.stringify(document)
  const finished = await finishText(withProfile, text)
  const form = (asked: string, type: string) => ({
    type: asked,
    finish: () => ({ ...finished, type }),
  })
  return {
    forms: [form(linkedData, withProfile), form(json, json), form(withProfile, withProfile)],
    bytes: 2 * text.length,
  }
}
