import type { Caller, Client, ObservableClients } from './queue.ts'

interface SharedJob<T> {
  readonly clients: ClientGroup
  readonly cancellation: AbortController
  done?: Promise<T>
}

/**
 * Lets callers with the same key share one piece of work, which is aborted once the last of them
 * has cancelled. In a queue it runs as early as the first of its callers would.
 */
export function sharedWork<T>() {
  const jobsByKey = new Map<string, SharedJob<T>>()

  function forget(key: string, shared: SharedJob<T>): void {
    if (jobsByKey.get(key) === shared) jobsByKey.delete(key)
  }

  function createJob(key: string): SharedJob<T> {
    const shared = { clients: createClientGroup(), cancellation: new AbortController() }
    jobsByKey.set(key, shared)
    return shared
  }

  function startWork(
    key: string,
    shared: SharedJob<T>,
    work: (caller: Caller) => Promise<T>,
  ): Promise<T> {
    const done = work({ client: shared.clients, signal: shared.cancellation.signal })
    const forgetJob = () => forget(key, shared)
    done.then(forgetJob, forgetJob)
    return done
  }

  return async (
    key: string,
    { client, signal }: Caller,
    work: (caller: Caller) => Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted()
    const shared = jobsByKey.get(key) ?? createJob(key)
    const leaveGroup = shared.clients.join(client)
    const cancelled = Promise.withResolvers<never>()
    const cancel = () => cancelled.reject(signal.reason)
    signal.addEventListener('abort', cancel, { once: true })
    try {
      shared.done ??= startWork(key, shared, work)
      return await Promise.race([shared.done, cancelled.promise])
    } finally {
      signal.removeEventListener('abort', cancel)
      if (shared.clients.size() > 1) leaveGroup()
      else {
        // Nobody needs the work any more; aborting finished work has no effect.
        forget(key, shared)
        shared.cancellation.abort(new Error('all callers have left'))
      }
    }
  }
}

/** The clients whose callers share one piece of work. */
interface ClientGroup extends ObservableClients {
  /** Number of members; one client may be a member twice. */
  size(): number
  /** Returns a function to leave the group. */
  join(client: Client): () => void
}

function createClientGroup(): ClientGroup {
  const members = new Set<{ readonly client: Client }>()
  const listeners = new Set<() => void>()
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  return {
    size: () => members.size,

    join(client) {
      const member = { client }
      const stopListening =
        typeof client === 'string' ? undefined : client.onChange(notifyListeners)
      members.add(member)
      notifyListeners()
      return () => {
        stopListening?.()
        members.delete(member)
        notifyListeners()
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
