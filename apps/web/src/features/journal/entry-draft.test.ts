import { describe, expect, it } from 'vitest'
import { isEmpty, readEntryDraft } from './entry-draft.ts'

const values = { comment: 'Batterie\ngeladen', date: '2026-05-31', tags: '1 3' }
const steps = [{ verb: 'correct', before: 'Bateri', after: 'Batterie', engine: 'embedded' }]

describe('an entry that is being written', () => {
  it('is read with the text that the assistant replaced', () => {
    expect(readEntryDraft({ ...values, steps })).toEqual({ values, steps })
  })

  it('survives an update of the app from a version that stored tags as a list', () => {
    const { date: _, ...others } = values
    expect(readEntryDraft({ ...values, date: null, tags: [1, 3], steps })).toEqual({
      values: others,
      steps,
    })
  })

  it('is empty when something else is found in its place', () => {
    for (const kept of [null, 7, { comment: 7 }, { comment: 'a', date: null, tags: {}, steps: [] }])
      expect(isEmpty(readEntryDraft(kept))).toBe(true)
  })
})
