import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import type { FieldConflictsProps } from '../feedback/conflicts.tsx'
import { ErrorMessage, SuccessMessage } from '../feedback/message.tsx'
import { lazyWithFallback } from '../layout/lazy-with-fallback.tsx'
import { SecondaryButton } from './buttons.ts'
import styles from './edit-form.module.css'
import { confirmDiscard, useUnsavedChanges } from './unsaved.tsx'
import type { EditStatus, useEdit } from './use-edit.ts'
import { useKeepFocus } from './use-keep-focus.ts'
import { useSaveShortcut } from './use-save-shortcut.ts'

interface EditFormProps
  extends Omit<EditButtonsProps, 'edit'>,
    Pick<FieldConflictsProps, 'what' | 'getLabel' | 'formatValue'> {
  readonly edit: EditStatus & Pick<ReturnType<typeof useEdit>, 'conflict' | 'choose' | 'save'>
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
    ...buttons
  } = props
  const { conflict, choose, saving } = edit
  const form = useRef<HTMLFormElement>(null)
  useSaveShortcut(form, () => form.current?.requestSubmit())
  // A marked field may be far from the button that saves.
  useEffect(() => {
    const marked =
      edit.problem === null || saving
        ? null
        : form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    marked?.focus({ preventScroll: true })
    marked?.scrollIntoView({ block: 'center' })
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
      <EditButtons edit={edit} {...buttons} />
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
  useUnsavedChanges(() => edit.isDirty, edit.discard)
  const cancel = async () => {
    if ((edit.isDirty || uploading) && !(await confirmDiscard())) return
    edit.discard()
    onCancel()
  }
  const [save, close] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  // The button is disabled while it saves, and afterwards as long as there is nothing else to save.
  useKeepFocus(String(edit.saving), save, close)
  return (
    <div className={styles.end} data-sticky={sticky || undefined}>
      {edit.problem !== null && <ErrorMessage>{edit.problem}</ErrorMessage>}
      <div className={`flex-wrap ${styles.buttons}`}>
        {extra}
        <div className={`row-end ${styles.main}`}>
          <SecondaryButton ref={close} onClick={cancel}>
            {edit.isSaved && !edit.isDirty ? 'Close' : 'Cancel'}
          </SecondaryButton>
          {secondary}
          <Button ref={save} type="submit" loading={edit.saving} disabled={uploading || unchanged}>
            {saveLabel}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Conflicts are rare: the panel is loaded on demand. */
export const ConflictChooser = lazyWithFallback(
  async () => (await import('../feedback/conflicts.tsx')).FieldConflicts,
)

/** Draws the history of something that a form edits; `app/` hands it in, because no feature imports another. */
export type RenderHistory = (of: {
  readonly id: number
  readonly isEdited: boolean
  /** Asked for already: shown, not folded. */
  readonly open?: boolean
  readonly onUndone: () => Promise<unknown>
}) => ReactNode
