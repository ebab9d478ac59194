import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorMessage } from '../feedback/message.tsx'
import { SecondaryButton } from './buttons.ts'
import styles from './edit-buttons.module.css'
import { askToDiscard, useUnsaved } from './unsaved.tsx'
import type { Edit } from './use-edit.ts'

export interface EditButtonsProps {
  readonly edit: Edit
  /** A file on its way would be called off with the form. */
  readonly uploading?: boolean
  readonly saveLabel: string
  readonly onCancel: () => void
  readonly secondary?: ReactNode
  readonly unchanged?: boolean
  readonly extra?: ReactNode
  /** Where the form may be longer than the window. */
  readonly sticky?: boolean
}

/** The end of a form that edits something: what went wrong, and the ways out. */
export function EditButtons(props: EditButtonsProps) {
  const { edit, uploading = false, saveLabel, onCancel, secondary, unchanged = false, extra, sticky } = props
  useUnsaved(() => edit.isDirty)
  const cancel = async () => {
    if (!(edit.isDirty || uploading) || (await askToDiscard())) onCancel()
  }
  return (
    <div className={styles.end} data-sticky={sticky || undefined}>
      {edit.problem !== null && <ErrorMessage>{edit.problem}</ErrorMessage>}
      <div className={`flex-wrap ${styles.buttons}`}>
        {extra}
        <div className={`row-end ${styles.main}`}>
          <SecondaryButton onClick={cancel}>Cancel</SecondaryButton>
          {secondary}
          <Button type="submit" loading={edit.saving} disabled={uploading || unchanged}>
            {saveLabel}
          </Button>
        </div>
      </div>
    </div>
  )
}
