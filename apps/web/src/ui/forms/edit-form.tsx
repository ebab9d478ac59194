import type { FormEvent, ReactNode } from 'react'
import type { FieldConflictsProps } from '../feedback/field-conflicts.tsx'
import { Conflict } from './conflict.tsx'
import { EditButtons, type EditButtonsProps } from './edit-buttons.tsx'
import type { Edit, useEdit } from './use-edit.ts'
import { useSaveKey } from './use-save-key.ts'

interface EditFormProps
  extends Omit<EditButtonsProps, 'edit'>,
    Pick<FieldConflictsProps, 'what' | 'labelOf' | 'textOf'> {
  readonly edit: Edit & Pick<ReturnType<typeof useEdit>, 'conflict' | 'choose' | 'save'>
  readonly label?: string
  readonly className?: string | undefined
  /** Called once it is saved. */
  readonly onSaved?: () => Promise<void>
  /** Instead of saving it. */
  readonly onSubmit?: () => void
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A form that edits something: what others changed meanwhile, the fields, and the ways out. Ctrl+S saves it. */
export function EditForm(props: EditFormProps) {
  const { edit, what, labelOf, textOf, label, className, onSaved, onSubmit, footer, children, ...buttons } = props
  const { conflict, choose, saving } = edit
  const form = useSaveKey()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (onSubmit) onSubmit()
    else void edit.save(async () => onSaved?.())
  }
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={label} aria-busy={saving} className={className}>
      {conflict && (
        <Conflict what={what} conflict={conflict} labelOf={labelOf} {...(textOf && { textOf })} onChoose={choose} />
      )}
      {children}
      <EditButtons edit={edit} {...buttons} />
      {footer}
    </form>
  )
}
