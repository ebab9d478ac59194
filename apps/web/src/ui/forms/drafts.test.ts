import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { discardDrafts, draftStorage, hasDrafts, listDraftNames } from './drafts.ts'

const anna = 'anna@example.org'
const beat = 'beat@example.org'
const draft = { text: 'Batterie\ngeladen' }

beforeEach(() => {
  localStorage.clear()
  discardDrafts(anna)
  draftStorage(anna, 'journal').keep(null)
})
afterEach(() => void vi.restoreAllMocks())

describe('a draft', () => {
  it('belongs to one user, whatever the case of the address, and to one form', () => {
    draftStorage(anna, 'journal').keep(draft)
    expect(draftStorage('Anna@Example.org', 'journal').read()).toEqual(draft)
    expect(draftStorage(beat, 'journal').read()).toBeNull()
    expect(draftStorage(anna, 'info of 7').read()).toBeNull()
  })

  it('survives a reload', async () => {
    draftStorage(anna, 'journal').keep(draft)
    vi.resetModules()
    const reloaded = await import('./drafts.ts')
    expect(reloaded.draftStorage(anna, 'journal').read()).toEqual(draft)
  })

  it('is listed by the beginning of its name, even if the storage is full', () => {
    draftStorage(anna, 'event 7').keep(draft)
    draftStorage(beat, 'event 8').keep(draft)
    draftStorage(anna, 'info of 7').keep(draft)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    draftStorage(anna, 'event 9').keep(draft)
    expect(listDraftNames('Anna@example.org', 'event ').sort()).toEqual(['event 7', 'event 9'])
    expect(hasDrafts(beat)).toBe(true)
  })

  it('leaves nothing in the storage when it is deleted', () => {
    draftStorage(anna, 'journal').keep(draft)
    expect(hasDrafts(anna)).toBe(true)
    draftStorage(anna, 'journal').keep(null)
    expect(hasDrafts(anna)).toBe(false)
    expect(localStorage).toHaveLength(0)
  })

  it('is discarded only with the drafts of its author', () => {
    draftStorage(anna, 'journal').keep(draft)
    draftStorage(anna, 'info of 7').keep(draft)
    draftStorage(beat, 'journal').keep(draft)
    discardDrafts(beat)
    expect(draftStorage(anna, 'info of 7').read()).toEqual(draft)
    discardDrafts(anna)
    expect(draftStorage(anna, 'journal').read()).toBeNull()
    expect(localStorage).toHaveLength(0)
  })

  it('is null if the stored text is not JSON', () => {
    draftStorage(anna, 'other').keep(draft)
    const [otherKey = ''] = Object.keys(localStorage)
    localStorage.setItem(otherKey.replace('other', 'broken'), '{')
    expect(draftStorage(anna, 'broken').read()).toBeNull()
  })

  it('is kept in memory if the storage is forbidden', () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('forbidden', 'SecurityError')
      })
    draftStorage(anna, 'forbidden').keep(draft)
    expect(draftStorage(anna, 'forbidden').read()).toEqual(draft)
  })
})
