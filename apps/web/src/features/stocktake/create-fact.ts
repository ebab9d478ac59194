import { type SubmittedFact, sanitiseCode } from '@vitrine/contract'
import { createUuid } from '../../client/uuid.ts'

type FactInput = Pick<SubmittedFact, 'kind' | 'placeId' | 'code' | 'itemId' | 'by'> &
  Partial<SubmittedFact>

/** Creates a fact that is seen now, with an id of its own. */
export const createFact = (input: FactInput): SubmittedFact => ({
  condition: '',
  remark: '',
  photo: false,
  ...input,
  code: sanitiseCode(input.code),
  id: createUuid(),
  seenAt: new Date().toISOString(),
})
