import { beforeEach, describe, expect, it } from 'vitest'
import { type EntryDraft, emptyDraft, keepDraft, readDraft } from './entry-draft.ts'

const draft: EntryDraft = {
  values: { comment: 'Batterie\ngeladen', date: '2026-05-31', tags: '1 3' },
  steps: [{ verb: 'correct', before: 'Bateri', after: 'Batterie', engine: 'embedded' }],
}

beforeEach(() => localStorage.clear())

describe('an entry that is being written', () => {
  it('survives a reload, with the text the assistant replaced', () => {
    keepDraft(localStorage, 'anna@example.org', draft)
    expect(readDraft(localStorage, 'anna@example.org')).toEqual(draft)
    expect(readDraft(localStorage, 'Anna@Example.org')).toEqual(draft)
  })

  it('survives an update of the app from a version that stored tags as a list', () => {
    keepDraft(localStorage, 'anna@example.org', draft)
    const { values, steps } = draft
    localStorage.setItem(localStorage.key(0) ?? '', JSON.stringify({ ...values, date: null, tags: [1, 3], steps }))
    const { date: _, ...others } = values
    expect(readDraft(localStorage, 'anna@example.org')).toEqual({ values: others, steps })
  })

  it('belongs to one user', () => {
    keepDraft(localStorage, 'anna@example.org', draft)
    expect(readDraft(localStorage, 'beat@example.org')).toEqual(emptyDraft)
  })

  it('leaves nothing behind once it is saved', () => {
    keepDraft(localStorage, 'anna@example.org', draft)
    keepDraft(localStorage, 'anna@example.org', emptyDraft)
    expect(localStorage).toHaveLength(0)
  })

  it('is empty when something else is found in its place', () => {
    keepDraft(localStorage, 'anna@example.org', draft)
    const key = localStorage.key(0) ?? ''
    for (const text of ['{', '7', 'null', '{"comment":7}', '{"comment":"a","date":null,"tags":{},"steps":[]}']) {
      localStorage.setItem(key, text)
      expect(readDraft(localStorage, 'anna@example.org')).toEqual(emptyDraft)
    }
  })

  it('can be written where the storage is full or forbidden', () => {
    const forbidden = {
      getItem: () => {
        throw new DOMException('forbidden', 'SecurityError')
      },
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    } as unknown as Storage
    keepDraft(forbidden, 'anna@example.org', draft)
    expect(readDraft(forbidden, 'anna@example.org')).toEqual(emptyDraft)
  })
})
