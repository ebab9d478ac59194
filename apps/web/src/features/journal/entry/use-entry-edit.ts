import type { JournalConflict, JournalEntry } from '@vitrine/contract'
import { useState } from 'react'
import type { Side } from './conflict-panel.tsx'
import { type EntryFields, fieldsOf, isSameEntry } from './entry-fields.ts'

interface Conflict {
  readonly with: JournalConflict
  /** Both versions as they were last seen in the form. */
  readonly versions: Readonly<Record<Side, EntryFields>>
  readonly chosen: Side
}

/** An entry being edited, also when somebody else saves it in the meantime. */
export function useEntryEdit(entry: JournalEntry) {
  // The newest version this form knows of: what it says is edited if it differs from that.
  const [base, setBase] = useState(entry)
  const [fields, setFields] = useState(() => fieldsOf(entry))
  const [conflict, setConflict] = useState<Conflict | null>(null)

  return {
    fields,
    change: (some: Partial<EntryFields>) => setFields((old) => ({ ...old, ...some })),
    isDirty: !isSameEntry(fields, fieldsOf(base)),
    version: base.version,
    conflict,
    /** The entry was changed by what was done here. */
    reset(saved: JournalEntry) {
      setBase(saved)
      setFields(fieldsOf(saved))
      setConflict(null)
    },
    /** A save was refused: what was typed stays, and is saved over the other version unless that is chosen. */
    meet(found: JournalConflict) {
      setBase(found.current)
      setConflict({ with: found, versions: { mine: fields, theirs: fieldsOf(found.current) }, chosen: 'mine' })
    },
    choose(side: Side) {
      if (!conflict || conflict.chosen === side) return
      setConflict({ ...conflict, versions: { ...conflict.versions, [conflict.chosen]: fields }, chosen: side })
      setFields(conflict.versions[side])
    },
  }
}
