import type { Caller, Client, ObservableClients } from './queue.ts'

interface Shared<T> {
  readonly clients: ClientGroup
  readonly stop: AbortController
  done?: Promise<T>
}

/**
 * Callers with the same key share one piece of work, which is aborted when the last of them has cancelled. In a queue it
 * has the best place of its callers (`ObservableClients`).
 */
export function sharedWork<T>() {
  const current = new Map<string, Shared<T>>()

  function forget(key: string, shared: Shared<T>): void {
    if (current.get(key) === shared) current.delete(key)
  }

  function open(key: string): Shared<T> {
    const shared = { clients: clientGroup(), stop: new AbortController() }
    current.set(key, shared)
    return shared
  }

  function begin(key: string, shared: Shared<T>, work: (caller: Caller) => Promise<T>): Promise<T> {
    const done = work({ client: shared.clients, signal: shared.stop.signal })
    const end = () => forget(key, shared)
    done.then(end, end)
    return done
  }

  return async (
    key: string,
    { client, signal }: Caller,
    work: (caller: Caller) => Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted()
    const shared = current.get(key) ?? open(key)
    const leaveGroup = shared.clients.join(client)
    const left = Promise.withResolvers<never>()
    const leave = () => left.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      shared.done ??= begin(key, shared, work)
      return await Promise.race([shared.done, left.promise])
    } finally {
      signal.removeEventListener('abort', leave)
      if (shared.clients.size() > 1) leaveGroup()
      else {
        // Aborted work takes no new callers.
        forget(key, shared)
        shared.stop.abort(new Error('all callers have left'))
      }
    }
  }
}

interface ClientGroup extends ObservableClients {
  /** How many have joined and not left; two may be the same client. */
  size(): number
  /** Returns a function to leave by. */
  join(client: Client): () => void
}

function clientGroup(): ClientGroup {
  const members = new Set<{ readonly client: Client }>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    size: () => members.size,

    join(client) {
      const member = { client }
      const stopListening = typeof client === 'string' ? undefined : client.onChange(changed)
      members.add(member)
      changed()
      return () => {
        stopListening?.()
        members.delete(member)
        changed()
      }
    },

    current: () =>
      new Set(
        [...members].flatMap(({ client }) =>
          typeof client === 'string' ? [client] : [...client.current()],
        ),
      ),

    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
