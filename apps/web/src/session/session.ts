import { type Role, roles, type SignInInfo, signInStorageKey } from '@vitrine/contract'

export class IllegalRoleError extends Error {
  constructor() {
    super('illegal role')
    this.name = 'IllegalRoleError'
  }
}

const isRole = (value: unknown): value is Role => roles.some((role) => role === value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns null for a value of another shape; throws for an unknown role. */
export function readSignIn(value: unknown): SignInInfo | null {
  if (!isRecord(value) || typeof value.token !== 'string' || !isRecord(value.user)) return null
  const { email, role } = value.user
  if (typeof email !== 'string' || value.token === '') return null

  if (!isRole(role)) throw new IllegalRoleError()
  return { token: value.token, user: { email, role } }
}

function parseStored(text: string | null): SignInInfo | null {
  if (text === null) return null
  try {
    return readSignIn(JSON.parse(text))
  } catch {
    // Not JSON, or an unknown role: the user is not signed in.
    return null
  }
}

type Listener = () => void

/**
 * The only code that reads and writes the stored sign-in. A logout in one tab ends the session in
 * all of them: `tabs` fires `storage` events for changes by other tabs.
 */
export function createSessionStore(storage: Storage, tabs: EventTarget) {
  const listeners = new Set<Listener>()
  let storedText = storage.getItem(signInStorageKey)
  let info = parseStored(storedText)
  let endReason = ''
  let isEndedElsewhere = false

  const applyStored = (newText: string | null) => {
    if (newText === storedText) return

    storedText = newText
    info = parseStored(newText)
    for (const listener of listeners) listener()
  }

  tabs.addEventListener('storage', (event) => {
    // `key` is null when the whole storage was cleared.
    if (event instanceof StorageEvent && (event.key === signInStorageKey || event.key === null)) {
      const newText = storage.getItem(signInStorageKey)
      isEndedElsewhere = newText === null
      applyStored(newText)
    }
  })

  return {
    current: () => info,
    /** The server's reason for ending the session; empty if it gave none. */
    endReason: () => endReason,
    /** Whether another tab ended the session, for example by a logout. */
    isEndedElsewhere: () => isEndedElsewhere,
    /** Stores the login response unchanged. */
    start(response: SignInInfo) {
      if (readSignIn(response) === null)
        throw new Error('The sign-in answer has an unexpected shape.')

      const newText = JSON.stringify(response)
      isEndedElsewhere = false
      storage.setItem(signInStorageKey, newText)
      applyStored(newText)
    },
    end(reason = '') {
      endReason = reason
      isEndedElsewhere = false
      storage.removeItem(signInStorageKey)
      applyStored(null)
    },
    subscribe(listener: Listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Identifies a user across sessions; after a change of role it is a different key. */
export const toUserKey = (info: SignInInfo | null): string | null =>
  info && `${info.user.role} ${info.user.email}`

export const session = createSessionStore(localStorage, window)
