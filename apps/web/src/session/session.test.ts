import { signInStorageKey } from '@vitrine/contract'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { createSessionStore, IllegalRoleError, readSignIn } from './session.ts'

const anna = { token: 't-1', user: { email: 'anna@example.org', role: 'admin' as const } }
const announceChangeInAnotherTab = (tabs: EventTarget, key: string | null) =>
  tabs.dispatchEvent(new StorageEvent('storage', { key }))

beforeEach(() => localStorage.clear())

test('readSignIn throws for an unknown role', () => {
  const response = { token: 't', user: { email: 'a@b.ch', role: 'king' } }
  expect(() => readSignIn(response)).toThrow(IllegalRoleError)
  expect(() => readSignIn(response)).toThrow('illegal role')
})

describe('the stored sign-in', () => {
  it('is the unchanged login response', () => {
    const session = createSessionStore(localStorage, new EventTarget())
    const response = { ...anna, extra: 'kept' }
    session.start(response)
    expect(localStorage.getItem(signInStorageKey)).toBe(JSON.stringify(response))
    expect(session.current()).toEqual(anna)
  })

  it('survives a reload, and ends with a logout', () => {
    createSessionStore(localStorage, new EventTarget()).start(anna)
    const reloaded = createSessionStore(localStorage, new EventTarget())
    expect(reloaded.current()).toEqual(anna)
    reloaded.end()
    expect(reloaded.current()).toBeNull()
    expect(localStorage.getItem(signInStorageKey)).toBeNull()
  })

  it.each([
    '{',
    '"text"',
    '{}',
    '{"token":"t","user":{"email":"a@b.ch","role":"king"}}',
    '{"token":"","user":{}}',
  ])('is null if the storage contains %s', (text) => {
    localStorage.setItem(signInStorageKey, text)
    expect(createSessionStore(localStorage, new EventTarget()).current()).toBeNull()
  })

  it('follows changes in other tabs and notifies listeners once for each', () => {
    const tabs = new EventTarget()
    const session = createSessionStore(localStorage, tabs)
    const listener = vi.fn()
    session.subscribe(listener)

    localStorage.setItem(signInStorageKey, JSON.stringify(anna))
    announceChangeInAnotherTab(tabs, signInStorageKey)
    expect(session.current()?.user.email).toBe('anna@example.org')

    announceChangeInAnotherTab(tabs, 'something-else')
    announceChangeInAnotherTab(tabs, signInStorageKey)
    expect(listener).toHaveBeenCalledTimes(1)

    expect(session.isEndedElsewhere()).toBe(false)
    localStorage.clear()
    announceChangeInAnotherTab(tabs, null)
    expect(session.current()).toBeNull()
    expect(session.isEndedElsewhere()).toBe(true)
    expect(listener).toHaveBeenCalledTimes(2)
  })
})
