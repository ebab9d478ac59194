import { Button, TextInput } from '@mantine/core'
import {
  type Attribute,
  catalogueLabel,
  getItemField,
  type InfoField,
  type ItemDetail,
} from '@vitrine/contract'
import { type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { call } from '../../../client/call.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { offerUndo } from '../../../ui/feedback/undo-toast.tsx'
import { AttributeInput, type AttributeInputProps } from '../../../ui/forms/attribute-input.tsx'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { ConflictChooser } from '../../../ui/forms/edit-form.tsx'
import { focusAtEndProps, TextArea } from '../../../ui/forms/fields.tsx'
import { useRegisterUnsavedForm } from '../../../ui/forms/unsaved.tsx'
import { useEdit } from '../../../ui/forms/use-edit.ts'
import { NameField } from '../name-field.tsx'
import { explainItemSaveError } from '../texts.ts'
import { AttributeName } from './attribute-name.tsx'
import attributesForm from './attributes-form.module.css'
import inPlace from './editable-in-place.module.css'
import type { EditorCallbacks } from './editable-in-place.tsx'
import { useItem } from './item-context.ts'
import { useSaveWarnings } from './use-save-warnings.ts'

type FieldProps = ReturnType<ReturnType<typeof useEdit>['fieldProps']>

interface ValueEditorProps extends EditorCallbacks {
  readonly label: string
  readonly multiline: boolean
  readonly field: string
  /** The part of the request that contains the field, and precedes it in the server's errors. */
  readonly requestPart: string
  readonly read: (item: ItemDetail) => string
  readonly write: (value: string, version: number, seen: ItemDetail) => Promise<{ version: number }>
  /** Finds what may be wrong with the value, to be shown once it is saved. */
  readonly findWarning: (value: string) => string | null
  readonly children: (input: FieldProps) => ReactNode
}

/**
 * Edits one field in place: Enter saves (Ctrl+Enter in a multi-line text), Escape reverts. Offers
 * to undo a save.
 */
function ValueEditor(props: ValueEditorProps) {
  const { label, multiline, field, onDone, onLeave, children } = props
  const form = useRef<HTMLFormElement>(null)
  const { edit, save } = useValueEdit(props)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (edit.isDirty || edit.conflict) save()
    else onDone()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onDone()
    } else if (isSaveShortcut(event)) {
      event.preventDefault()
      form.current?.requestSubmit()
    }
  }

  const closeIfUnedited = ({ relatedTarget, currentTarget }: FocusEvent) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    const isUnedited = !edit.isDirty && !edit.conflict && !edit.saving
    // The field stays open if the whole window has lost the focus.
    if (!isInside && document.hasFocus() && isUnedited) onLeave()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Edit ${label}`}
      aria-busy={edit.saving}
      className={inPlace.form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      onBlur={closeIfUnedited}
    >
      {edit.conflict && (
        <ConflictChooser
          what="item"
          conflict={edit.conflict}
          getLabel={() => label}
          onChoose={edit.choose}
        />
      )}
      {children(edit.fieldProps(field))}
      {edit.problem !== null && <ErrorMessage>{edit.problem}</ErrorMessage>}
      <div className="row">
        <Button type="submit" size="compact-sm" loading={edit.saving}>
          Save
        </Button>
        <SmallButton onClick={onDone}>Cancel</SmallButton>
        <span className={inPlace.hint}>
          {multiline ? 'Ctrl+Enter' : 'Enter'} saves, Escape reverts
        </span>
      </div>
    </form>
  )
}

/** Ctrl+Enter or Ctrl+S, on a Mac with ⌘. */
const isSaveShortcut = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && (key === 'Enter' || key.toLowerCase() === 's')

function useValueEdit({
  label,
  field,
  requestPart,
  read,
  write,
  findWarning,
  onDone,
}: ValueEditorProps) {
  const { item, refresh } = useItem()
  const latestUndo = useRef<(() => Promise<unknown>) | null>(null)
  const edit = useEdit({
    entity: item,
    read: (entity) => ({ [field]: read(entity) }),
    write: async (values, _version, { seen }) => {
      const { version } = await write(values[field] ?? '', seen.version, seen)
      latestUndo.current = () => write(read(seen), version, seen)
    },
    explain: explainItemSaveError(requestPart),
  })
  useRegisterUnsavedForm(() => edit.isDirty)

  const save = () =>
    void edit.save(async () => {
      const warning = findWarning(edit.values[field] ?? '')
      await refresh()
      const undo = latestUndo.current
      if (undo)
        offerUndo({
          id: 'value saved',
          message: warning === null ? `${label} saved.` : `${label} saved. ${warning}`,
          undo: () => undo().finally(() => void refresh()),
        })
      onDone()
    })

  return { edit, save }
}

interface InfoEditorProps extends EditorCallbacks {
  readonly field: InfoField
  readonly label: string
  /** Whether to put the cursor at the end of the text. */
  readonly startsAtEnd: boolean
}

export function InfoFieldEditor({ startsAtEnd, ...props }: InfoEditorProps) {
  const { field, label } = props
  const { id: itemId, type_name: itemType, name: savedName } = useItem().item
  const { findForName } = useSaveWarnings()
  const isName = field === 'name'
  const multiline = getItemField(field).kind === 'prose'
  const inputProps = { 'aria-label': label, autoFocus: true }

  return (
    <ValueEditor
      {...props}
      multiline={multiline}
      requestPart="data"
      findWarning={(value) => (isName ? findForName(value) : null)}
      read={(entity) => entity[field]}
      // The call saves name, identifier and description together: sends the others unchanged.
      write={(value, version, { id, name, identifier, description }) => {
        const data = { name, identifier, description, [field]: value }
        return call('POST /inventory/save-info', { body: { itemId: id, data, version } })
      }}
    >
      {(input) => {
        const fieldProps = { ...inputProps, ...input }
        if (multiline) {
          const cursorProps = startsAtEnd ? focusAtEndProps : {}
          return <TextArea rows={12} {...fieldProps} {...cursorProps} />
        }
        if (isName)
          return (
            <NameField itemType={itemType} itemId={itemId} savedName={savedName} {...fieldProps} />
          )
        return <TextInput autoComplete="off" {...fieldProps} />
      }}
    </ValueEditor>
  )
}

export function AttributeEditor({
  attribute,
  ...props
}: EditorCallbacks & { readonly attribute: Attribute }) {
  const key = attribute.tag_key
  const { findForAttribute } = useSaveWarnings()

  return (
    <ValueEditor
      {...props}
      label={catalogueLabel(attribute)}
      multiline={attribute.multiline}
      field={key}
      requestPart="tags"
      findWarning={(value) => findForAttribute(attribute, value)}
      read={({ tags }) => tags[key] ?? ''}
      write={(value, version, { id }) =>
        call('POST /inventory/save-tags', { body: { itemId: id, tags: { [key]: value }, version } })
      }
    >
      {(input) => <AttributeField attribute={attribute} hidesLabel autoFocus {...input} />}
    </ValueEditor>
  )
}

interface AttributeFieldProps extends Omit<AttributeInputProps, 'type' | 'rows' | 'attribute'> {
  readonly attribute: Attribute
  readonly hidesLabel?: boolean
}

/** Input for an attribute value, in the form or in place. */
export function AttributeField({ hidesLabel, ...field }: AttributeFieldProps) {
  const { item } = useItem()
  const { tag_key, multiline } = field.attribute
  const labelProps = hidesLabel
    ? { 'aria-label': catalogueLabel(field.attribute) }
    : { label: <AttributeName attribute={field.attribute} /> }

  return (
    <AttributeInput
      type={item.type_name}
      rows={4}
      name={tag_key}
      {...labelProps}
      classNames={{
        description: attributesForm.description ?? '',
        input: attributesForm.input ?? '',
        root: (multiline ? attributesForm.long : attributesForm.short) ?? '',
      }}
      {...field}
    />
  )
}
