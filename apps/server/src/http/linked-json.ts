import { finishText } from './finish-text.ts'
import type { NegotiableAnswer } from './finished.ts'

const linkedData = 'application/ld+json'
const json = 'application/json'

export interface LinkedJson extends NegotiableAnswer {
  /** Estimate of the memory it takes: the text, and its compressed form once requested. */
  readonly bytes: number
}

/** A linked-data document, sent as plain JSON if Accept names that and not linked data. */
export async function finishLinkedJson(document: {
  readonly '@context': string
}): Promise<LinkedJson> {
  const withProfile = `${linkedData};profile="${document['@context']}"`
  const text = JSON.stringify(document)
  const finished = await finishText(withProfile, text)
  const toVariant = (acceptedType: string, type: string) => ({
    type: acceptedType,
    finish: () => ({ ...finished, type }),
  })
  return {
    representations: [
      toVariant(linkedData, withProfile),
      toVariant(json, json),
      toVariant(withProfile, withProfile),
    ],
    bytes: 2 * text.length,
  }
}
