import { describe, expect, it } from 'vitest'
import { isEmptyDraft, parseEntryDraft } from './entry-draft.ts'

const values = { comment: 'Batterie\ngeladen', date: '2026-05-31', tags: '1 3' }
const steps = [{ verb: 'correct', before: 'Bateri', after: 'Batterie', engine: 'embedded' }]

describe('the stored draft of an entry', () => {
  it('includes the steps of the assistant', () => {
    expect(parseEntryDraft({ ...values, steps })).toEqual({ values, steps })
  })

  it('accepts the format of earlier versions, which stored tags as a list', () => {
    const { date: _, ...others } = values
    expect(parseEntryDraft({ ...values, date: null, tags: [1, 3], steps })).toEqual({
      values: others,
      steps,
    })
  })

  it('is empty if the stored value is not a draft', () => {
    for (const stored of [
      null,
      7,
      { comment: 7 },
      { comment: 'a', date: null, tags: {}, steps: [] },
    ])
      expect(isEmptyDraft(parseEntryDraft(stored))).toBe(true)
  })
})
