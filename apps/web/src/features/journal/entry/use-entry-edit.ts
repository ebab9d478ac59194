import type { JournalConflict, JournalEntry, JournalTag } from '@vitrine/contract'
import { useState } from 'react'
import { call } from '../../../client/call.ts'
import { conflictOf } from '../../../client/conflict.ts'
import { explainFieldErrors, useEdit } from '../../../ui/forms/use-edit.ts'
import type { AssistedText, AssistStep } from '../assistant/assisted-text.ts'
import { knownTags } from '../tags/tag-options.ts'
import { useJournalChanges } from '../use-journal-changes.ts'
import { tagIds, tagsValue, valuesOf } from './entry-fields.ts'

/** An entry being edited, with what the assistant did to its comment. */
export function useEntryEdit(entry: JournalEntry, tags: readonly JournalTag[] | undefined) {
  const changes = useJournalChanges()
  const [steps, setSteps] = useState<readonly AssistStep[]>([])
  const edit = useEdit({
    thing: entry,
    read: valuesOf,
    write: async ({ comment = '', date = '', tags: chosen = '' }, version) => {
      const body = { comment, date, tags: knownTags(tagIds(chosen), tags), version }
      try {
        changes.entrySaved(await call('PUT /journal/:id', { params: { id: entry.id }, body }))
      } catch (error) {
        const found = conflictOf<JournalConflict>(error)
        if (found) changes.entrySaved(found.current)
        else void changes.refetchTags()
        throw error
      }
    },
    explain: explainFieldErrors(''),
  })
  const { comment = '', date = '', tags: chosen = '' } = edit.values
  const text: AssistedText = { comment, steps: edit.conflict?.chosen.comment === 'theirs' ? [] : steps }

  return {
    ...edit,
    text,
    setText: (next: AssistedText) => {
      edit.set('comment', next.comment)
      setSteps(next.steps)
    },
    date,
    tags: tagIds(chosen),
    setTags: (ids: readonly number[]) => edit.set('tags', tagsValue(ids)),
  }
}
