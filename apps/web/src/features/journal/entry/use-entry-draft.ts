import { useCallback, useSyncExternalStore } from 'react'
import { type EntryDraft, emptyDraft, keepDraft, readDraft } from './entry-draft.ts'

// Outside any component: an answer that arrives after the screen was left changes the draft, too.
let written: { readonly owner: string; readonly draft: EntryDraft } | null = null
const listeners = new Set<() => void>()

const draftOf = (owner: string): EntryDraft => {
  if (written?.owner !== owner) written = { owner, draft: readDraft(localStorage, owner) }
  return written.draft
}

function write(owner: string, draft: EntryDraft): void {
  written = { owner, draft }
  keepDraft(localStorage, owner, draft)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  // Another tab wrote it.
  const onStorage = () => {
    written = null
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The entry somebody is writing, kept in their browser from the first key until it is saved. */
export function useEntryDraft(owner: string) {
  return {
    draft: useSyncExternalStore(
      subscribe,
      useCallback(() => draftOf(owner), [owner]),
    ),
    change: (changes: Partial<EntryDraft>) => write(owner, { ...draftOf(owner), ...changes }),
    clear: () => write(owner, emptyDraft),
  }
}
