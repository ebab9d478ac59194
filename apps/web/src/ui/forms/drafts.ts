import { useMemo, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../session/use-session.ts'

/** Each person's own: a colleague at the same computer starts with nothing. */
const endOf = (owner: string): string => ` draft ${owner.toLowerCase()}`
const keyStart = 'vitrine '
const keyOf = (owner: string, name: string): string => `${keyStart}${name}${endOf(owner)}`

// Beside the storage, which may be full or forbidden.
const texts = new Map<string, string | null>()
const listeners = new Set<() => void>()

function textAt(key: string): string | null {
  const known = texts.get(key)
  if (known !== undefined) return known
  const stored = storedAt(key)
  texts.set(key, stored)
  return stored
}

function storedAt(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, text: string | null): void {
  texts.set(key, text)
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // It can still be typed and saved.
  }
  for (const listener of listeners) listener()
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  // Another tab wrote.
  const onStorage = () => {
    texts.clear()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** What a user typed under this name and did not save yet; null for nothing. */
export const draftStorage = (owner: string, name: string) => ({
  read: (): unknown => parsed(textAt(keyOf(owner, name))),
  keep: (draft: object | null): void => write(keyOf(owner, name), draft && JSON.stringify(draft)),
})

/**
 * Keeps what is typed from the first key until it is saved or discarded, also over a reload and for an answer that arrives
 * after the screen was left. `read` accepts what it can use of what was found.
 */
export function useDraft<Draft>(name: string, read: (kept: unknown) => Draft) {
  const { email } = useSignedIn().user
  const text = useSyncExternalStore(subscribe, () => textAt(keyOf(email, name)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reader is the same each time
  const draft = useMemo(() => read(parsed(text)), [text])
  return {
    draft,
    latest: () => read(draftStorage(email, name).read()),
    keep: draftStorage(email, name).keep,
  }
}

export const hasDraft = (owner: string, name: string): boolean =>
  draftStorage(owner, name).read() !== null

export const useHasDraft = (name: string): boolean => useDraft(name, (kept) => kept !== null).draft

const keysOf = (owner: string): string[] => {
  const end = endOf(owner)
  const written = [...texts].filter(([, text]) => text !== null).map(([key]) => key)
  const keys = new Set([...Object.keys(localStorage), ...written])
  return [...keys].filter((key) => key.startsWith(keyStart) && key.endsWith(end))
}

/** The names of the drafts that begin like this. */
export const listDraftNames = (owner: string, start: string): string[] =>
  keysOf(owner)
    .map((key) => key.slice(keyStart.length, -endOf(owner).length))
    .filter((name) => name.startsWith(start))

export const hasDrafts = (owner: string): boolean => keysOf(owner).length > 0

export const discardDrafts = (owner: string): void => {
  for (const key of keysOf(owner)) write(key, null)
}

export const isString = (value: unknown): value is string => typeof value === 'string'
