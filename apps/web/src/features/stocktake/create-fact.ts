import { type SubmittedFact, sanitiseCode } from '@vitrine/contract'

/** A UUID v4 without `crypto.randomUUID`, which browsers offer on secure (https) addresses only. */
const newId = (): string =>
  '10000000-1000-4000-8000-100000000000'.replaceAll(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16)
  })

type FactInput = Pick<SubmittedFact, 'kind' | 'placeId' | 'code' | 'itemId' | 'by'> &
  Partial<SubmittedFact>

/** Creates a fact that is seen now, with an id of its own. */
export const createFact = (input: FactInput): SubmittedFact => ({
  condition: '',
  remark: '',
  photo: false,
  ...input,
  code: sanitiseCode(input.code),
  id: newId(),
  seenAt: new Date().toISOString(),
})
