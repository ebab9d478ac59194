import { Button } from '@mantine/core'
import { type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { Conflict } from '../../../ui/forms/conflict.tsx'
import { useUnsaved } from '../../../ui/forms/unsaved.tsx'
import type { useEdit } from '../../../ui/forms/use-edit.ts'
import styles from './in-place.module.css'
import type { EditorWays } from './in-place.tsx'

interface InPlaceFormProps extends EditorWays {
  readonly label: string
  readonly edit: Omit<ReturnType<typeof useEdit>, 'follow'>
  readonly multiline: boolean
  readonly onSaved: () => Promise<void>
  readonly children: ReactNode
}

/** One field in the place of its value: Enter saves, in a text of several lines with Ctrl; Escape reverts. */
export function InPlaceForm({ label, edit, multiline, onSaved, onDone, onLeave, children }: InPlaceFormProps) {
  useUnsaved(() => edit.isDirty)
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!edit.isDirty && !edit.conflict) return onDone()
    void edit.save(async () => {
      await onSaved()
      onDone()
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onDone()
    }
    const isSave = (event.ctrlKey || event.metaKey) && (event.key === 'Enter' || event.key.toLowerCase() === 's')
    if (!isSave) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  // Somebody who only looked goes on elsewhere.
  const onBlur = (event: FocusEvent) => {
    const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
    if (!isInside && document.hasFocus() && !edit.isDirty && !edit.conflict && !edit.saving) onLeave()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={`Edit ${label}`}
      aria-busy={edit.saving}
      className={styles.form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {edit.conflict && <Conflict what="item" conflict={edit.conflict} labelOf={() => label} onChoose={edit.choose} />}
      {children}
      {edit.problem !== null && <ErrorMessage>{edit.problem}</ErrorMessage>}
      <div className={styles.ways}>
        <Button type="submit" size="compact-sm" loading={edit.saving}>
          Save
        </Button>
        <SmallButton onClick={onDone}>Cancel</SmallButton>
        <span className={styles.hint}>{multiline ? 'Ctrl+Enter' : 'Enter'} saves, Escape reverts</span>
      </div>
    </form>
  )
}
