import { describe, expect, it } from 'vitest'
import { isEmptyDraft, parseEntryDraft } from './entry-draft.ts'

const values = { comment: 'Batterie\ngeladen', date: '2026-05-31', tags: '1 3' }
const steps = [{ verb: 'correct', before: 'Bateri', after: 'Batterie', engine: 'embedded' }]

describe('parseEntryDraft', () => {
  it('reads the values and the steps of the assistant', () => {
    expect(parseEntryDraft({ ...values, steps })).toEqual({ values, steps })
  })

  it('accepts the format of earlier versions: tags as a list, and null for no day', () => {
    const { comment, tags } = values
    expect(parseEntryDraft({ comment, date: null, tags: [1, 3], steps })).toEqual({
      values: { comment, tags },
      steps,
    })
  })

  it.each([[null], [7], [{ comment: 7 }], [{ comment: 'a', date: null, tags: {}, steps: [] }]])(
    'returns an empty draft for %j, which is none',
    (stored) => {
      expect(isEmptyDraft(parseEntryDraft(stored))).toBe(true)
    },
  )
})
