import { type Role, roles, type SignInInfo, signInKey } from '@vitrine/contract'

export class IllegalRoleError extends Error {
  constructor() {
    super('illegal role')
    this.name = 'IllegalRoleError'
  }
}

const isRole = (value: unknown): value is Role => roles.some((role) => role === value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Reads a sign-in answer. A record of another shape is no session; one with an unknown role is refused. */
export function readSignIn(value: unknown): SignInInfo | null {
  if (!isRecord(value) || typeof value.token !== 'string' || !isRecord(value.user)) return null
  const { email, role } = value.user
  if (typeof email !== 'string' || value.token === '') return null
  if (!isRole(role)) throw new IllegalRoleError()
  return { token: value.token, user: { email, role } }
}

function readStored(text: string | null): SignInInfo | null {
  if (text === null) return null
  try {
    return readSignIn(JSON.parse(text))
  } catch {
    // Text of another program or an unknown role: both mean 'not signed in'.
    return null
  }
}

type Listener = () => void

/** The only owner of the stored sign-in. Other tabs count too: a logout there is a logout here. */
export function createSessionStore(storage: Storage, tabs: EventTarget) {
  const listeners = new Set<Listener>()
  let text = storage.getItem(signInKey)
  let info = readStored(text)
  let why = ''
  let isEndedElsewhere = false

  const accept = (next: string | null) => {
    if (next === text) return
    text = next
    info = readStored(next)
    for (const listener of listeners) listener()
  }

  tabs.addEventListener('storage', (event) => {
    // `key` is null when the whole storage was cleared.
    if (event instanceof StorageEvent && (event.key === signInKey || event.key === null)) {
      const next = storage.getItem(signInKey)
      isEndedElsewhere = next === null
      accept(next)
    }
  })

  return {
    current: () => info,
    /** Why it was ended by the server, where there is more to say than that it was. */
    endReason: () => why,
    /** Whether another tab has ended it, as by a logout there. */
    isEndedElsewhere: () => isEndedElsewhere,
    /** Keeps the login response exactly as it came. */
    start(response: SignInInfo) {
      if (readSignIn(response) === null)
        throw new Error('The sign-in answer has an unexpected shape.')
      const next = JSON.stringify(response)
      isEndedElsewhere = false
      storage.setItem(signInKey, next)
      accept(next)
    },
    end(reason = '') {
      why = reason
      isEndedElsewhere = false
      storage.removeItem(signInKey)
      accept(null)
    },
    subscribe(listener: Listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Identifies a person across sessions; a change of role counts as another person. */
export const personKey = (info: SignInInfo | null): string | null =>
  info && `${info.user.role} ${info.user.email}`

export const session = createSessionStore(localStorage, window)
