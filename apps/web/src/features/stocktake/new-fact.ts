import { plainCode, type SentFact } from '@vitrine/contract'

/** `crypto.randomUUID` exists on secure addresses only. */
const newId = (): string =>
  '10000000-1000-4000-8000-100000000000'.replaceAll(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16)
  })

type Said = Pick<SentFact, 'kind' | 'placeId' | 'code' | 'itemId' | 'by'> & Partial<SentFact>

/** A fact of this moment, with an id that no other has. */
export const newFact = (said: Said): SentFact => ({
  condition: '',
  remark: '',
  photo: false,
  ...said,
  code: plainCode(said.code),
  id: newId(),
  seenAt: new Date().toISOString(),
})
