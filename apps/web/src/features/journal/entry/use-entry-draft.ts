import { useEffect, useState } from 'react'
import { type EntryDraft, emptyDraft, keepDraft, readDraft } from './entry-draft.ts'

/** The entry somebody is writing, kept in their browser from the first key until it is saved. */
export function useEntryDraft(owner: string) {
  const [draft, setDraft] = useState(() => readDraft(localStorage, owner))
  useEffect(() => keepDraft(localStorage, owner, draft), [owner, draft])
  return {
    draft,
    change: (changes: Partial<EntryDraft>) => setDraft((old) => ({ ...old, ...changes })),
    clear: () => {
      // Also for somebody who has left the screen before the answer came.
      keepDraft(localStorage, owner, emptyDraft)
      setDraft(emptyDraft)
    },
    reread: () => setDraft(readDraft(localStorage, owner)),
  }
}
