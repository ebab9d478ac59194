import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import type { FieldConflictsProps } from '../feedback/conflicts.tsx'
import { ErrorMessage, SuccessMessage } from '../feedback/message.tsx'
import { lazyWithFallback } from '../layout/lazy-with-fallback.tsx'
import { SecondaryButton } from './buttons.ts'
import styles from './edit-form.module.css'
import { confirmDiscard, useRegisterUnsavedForm } from './unsaved.tsx'
import type { EditStatus, useEdit } from './use-edit.ts'
import { useKeepFocus } from './use-keep-focus.ts'
import { useSaveShortcut } from './use-save-shortcut.ts'

interface EditFormProps
  extends Omit<EditButtonsProps, 'edit'>,
    Pick<FieldConflictsProps, 'what' | 'getLabel' | 'formatValue'> {
  readonly edit: EditStatus & Pick<ReturnType<typeof useEdit>, 'conflict' | 'choose' | 'save'>
  readonly label?: string
  readonly className?: string | undefined
  /** Called after a successful save. */
  readonly onSaved?: () => Promise<void>
  /** Called on submit instead of saving. */
  readonly onSubmit?: () => void
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A form for `useEdit`: conflicts with other users, the fields, and the buttons. Ctrl+S saves. */
export function EditForm(props: EditFormProps) {
  const {
    edit,
    what,
    getLabel,
    formatValue,
    label,
    className,
    onSaved,
    onSubmit,
    footer,
    children,
    ...buttonProps
  } = props
  const { conflict, choose, saving } = edit
  const form = useRef<HTMLFormElement>(null)
  useSaveShortcut(form, () => form.current?.requestSubmit())

  // An invalid field may be out of sight from the save button.
  useEffect(() => {
    if (edit.problem === null || saving) return

    const invalidField = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    invalidField?.focus({ preventScroll: true })
    invalidField?.scrollIntoView({ block: 'center' })
  }, [edit.problem, saving])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (onSubmit) onSubmit()
    else void edit.save(async () => onSaved?.())
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={label}
      aria-busy={saving}
      className={className}
    >
      {conflict && (
        <ConflictChooser
          what={what}
          conflict={conflict}
          getLabel={getLabel}
          {...(formatValue && { formatValue })}
          onChoose={choose}
        />
      )}
      {edit.isRestored && edit.isDirty && !conflict && <RestoredMessage />}
      {children}
      <EditButtons edit={edit} {...buttonProps} />
      {footer}
    </form>
  )
}

export const RestoredMessage = () => (
  <SuccessMessage>
    What you typed here before is still in the form. It is not saved yet.
  </SuccessMessage>
)

export interface EditButtonsProps {
  readonly edit: EditStatus
  /** Whether a file is being uploaded, which cancelling the form would abort. */
  readonly uploading?: boolean
  readonly saveLabel: string
  readonly onCancel: () => void
  /** A button before the save button. */
  readonly secondary?: ReactNode
  /** Whether there is nothing to save, so that the save button is disabled. */
  readonly unchanged?: boolean
  /** Content at the start of the line with the buttons. */
  readonly extra?: ReactNode
  /** Keeps the buttons in sight if the form is longer than the window. */
  readonly sticky?: boolean
}

/** The end of the form: the reason of a failed save, and the buttons. */
function EditButtons(props: EditButtonsProps) {
  const {
    edit,
    uploading = false,
    saveLabel,
    onCancel,
    secondary,
    unchanged = false,
    extra,
    sticky,
  } = props
  useRegisterUnsavedForm(() => edit.isDirty, edit.discard)

  const cancel = async () => {
    if ((edit.isDirty || uploading) && !(await confirmDiscard())) return
    edit.discard()
    onCancel()
  }

  const saveButton = useRef<HTMLButtonElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  // The save button loses the focus: it is disabled while saving, and until there are new edits.
  useKeepFocus(String(edit.saving), saveButton, closeButton)

  return (
    <div className={styles.end} data-sticky={sticky || undefined}>
      {edit.problem !== null && <ErrorMessage>{edit.problem}</ErrorMessage>}
      <div className={`flex-wrap ${styles.buttons}`}>
        {extra}
        <div className={`row-end ${styles.main}`}>
          <SecondaryButton ref={closeButton} onClick={cancel}>
            {edit.isSaved && !edit.isDirty ? 'Close' : 'Cancel'}
          </SecondaryButton>
          {secondary}
          <Button
            ref={saveButton}
            type="submit"
            loading={edit.saving}
            disabled={uploading || unchanged}
          >
            {saveLabel}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Loaded on demand, because conflicts are rare. */
export const ConflictChooser = lazyWithFallback(
  async () => (await import('../feedback/conflicts.tsx')).FieldConflicts,
)

/**
 * Renders the history of what a form edits. `app/` passes it in, because features do not import
 * each other.
 */
export type RenderHistory = (subject: {
  readonly id: number
  readonly isEdited: boolean
  /** Whether the history is unfolded from the start. */
  readonly open?: boolean
  readonly onUndone: () => Promise<unknown>
}) => ReactNode
