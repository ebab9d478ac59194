import { useCallback, useSyncExternalStore } from 'react'
import type { Values } from '../../ui/forms/use-edit.ts'
import { type AssistedText, type AssistStep, isAssistStep } from './assistant.ts'

/** An entry that is being written; without a day it is of today, also tomorrow. */
export interface EntryDraft {
  readonly values: Values
  readonly steps: readonly AssistStep[]
}

export const emptyDraft: EntryDraft = { values: {}, steps: [] }

/** Each person's own: a colleague at the same computer starts with nothing. */
const keyOf = (owner: string): string => `vitrine journal draft ${owner.toLowerCase()}`

export function readDraft(storage: Storage, owner: string): EntryDraft {
  try {
    const { steps, ...kept } = JSON.parse(storage.getItem(keyOf(owner)) ?? '{}')
    // Earlier versions stored tags as a list, and null for no day.
    const found = Object.entries(kept).flatMap(([field, value]) =>
      value === null ? [] : [[field, Array.isArray(value) ? value.join(' ') : value] as const],
    )
    const isDraft = Array.isArray(steps) && steps.every(isAssistStep) && found.every(([, value]) => isText(value))
    return isDraft ? { values: Object.fromEntries(found) as Values, steps } : emptyDraft
  } catch {
    return emptyDraft
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Keeps what was typed until it is saved; an empty draft leaves nothing behind. */
export function keepDraft(storage: Storage, owner: string, draft: EntryDraft): void {
  try {
    if (isEmpty(draft)) storage.removeItem(keyOf(owner))
    else storage.setItem(keyOf(owner), JSON.stringify({ ...draft.values, steps: draft.steps }))
  } catch {
    // A full or forbidden storage must not prevent writing.
  }
}

export const isEmpty = ({ values, steps }: EntryDraft): boolean =>
  steps.length === 0 && Object.values(values).every((value) => value === '')

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

/** The entry that is being written, kept in the browser from the first key until it is saved. */
export function useEntryDraft(owner: string) {
  return {
    draft: useSyncExternalStore(
      subscribe,
      useCallback(() => draftOf(owner), [owner]),
    ),
    set: (changes: Values) => {
      const { values, steps } = draftOf(owner)
      write(owner, { values: { ...values, ...changes }, steps })
    },
    setText: ({ comment, steps }: AssistedText) =>
      write(owner, { values: { ...draftOf(owner).values, comment }, steps }),
    clear: () => write(owner, emptyDraft),
  }
}
