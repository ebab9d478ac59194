import { useMemo, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../session/use-session.ts'

// Drafts are stored per user, so that a colleague at the same computer does not see them.
const keyPrefix = 'vitrine '
const formatKeySuffix = (owner: string): string => ` draft ${owner.toLowerCase()}`
const getStorageKey = (owner: string, name: string): string =>
  `${keyPrefix}${name}${formatKeySuffix(owner)}`

/**
 * Drafts as JSON by storage key, null if there is none. Kept in memory as well, because the
 * browser's storage may be full or forbidden.
 */
const textsByKey = new Map<string, string | null>()
const listeners = new Set<() => void>()

function readText(key: string): string | null {
  const cached = textsByKey.get(key)
  if (cached !== undefined) return cached

  const stored = readStorage(key)
  textsByKey.set(key, stored)
  return stored
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeText(key: string, text: string | null): void {
  textsByKey.set(key, text)
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The draft stays in memory.
  }
  for (const listener of listeners) listener()
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  // Another tab has written to the storage.
  const onStorage = () => {
    textsByKey.clear()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Storage for what a user has typed into a form but not saved; null stands for no draft. */
export const draftStorage = (owner: string, name: string) => ({
  read: (): unknown => parseJson(readText(getStorageKey(owner, name))),
  keep: (draft: object | null): void =>
    writeText(getStorageKey(owner, name), draft && JSON.stringify(draft)),
})

/**
 * A form's draft, stored from the first key until it is saved or discarded, also over a reload.
 * `read` parses the stored value. `latest` reads it anew, for responses that arrive after
 * unmounting.
 */
export function useDraft<Draft>(name: string, read: (stored: unknown) => Draft) {
  const { email } = useSignedIn().user
  const text = useSyncExternalStore(subscribe, () => readText(getStorageKey(email, name)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reader is the same each time
  const draft = useMemo(() => read(parseJson(text)), [text])
  return {
    draft,
    latest: () => read(draftStorage(email, name).read()),
    keep: draftStorage(email, name).keep,
  }
}

export const hasDraft = (owner: string, name: string): boolean =>
  draftStorage(owner, name).read() !== null

export const useHasDraft = (name: string): boolean =>
  useDraft(name, (stored) => stored !== null).draft

const listKeys = (owner: string): string[] => {
  const suffix = formatKeySuffix(owner)
  const keysInMemory = [...textsByKey].filter(([, text]) => text !== null).map(([key]) => key)
  const keys = new Set([...Object.keys(localStorage), ...keysInMemory])
  return [...keys].filter((key) => key.startsWith(keyPrefix) && key.endsWith(suffix))
}

/** Lists the names of a user's drafts that begin with `prefix`. */
export const listDraftNames = (owner: string, prefix: string): string[] =>
  listKeys(owner)
    .map((key) => key.slice(keyPrefix.length, -formatKeySuffix(owner).length))
    .filter((name) => name.startsWith(prefix))

export const hasDrafts = (owner: string): boolean => listKeys(owner).length > 0

export const discardDrafts = (owner: string): void => {
  for (const key of listKeys(owner)) writeText(key, null)
}

export const isString = (value: unknown): value is string => typeof value === 'string'
