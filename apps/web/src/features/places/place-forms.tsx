import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type Place,
  type PlaceKind,
  type PlaceState,
  type PlaceToSave,
  type PlaceTree,
  placeFields,
  placeKinds,
} from '@vitrine/contract'
import { type FormEvent, useRef, useState } from 'react'
import { call, createRecord } from '../../client/call.ts'
import { invalidatePlaces, placesQuery } from '../../client/use-places.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import type { FieldValues } from '../../ui/forms/edit-drafts.ts'
import { EditForm, type RenderHistory } from '../../ui/forms/edit-form.tsx'
import { SelectField, TextArea } from '../../ui/forms/fields.tsx'
import { PlaceSelect } from '../../ui/forms/place-select.tsx'
import { useUnsavedChanges } from '../../ui/forms/unsaved.tsx'
import { explainFieldErrors, useEdit } from '../../ui/forms/use-edit.ts'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import styles from './places.module.css'

/** What a form edits, as texts. */
const toValues = ({
  name,
  code,
  kind,
  parent_id,
  note,
}: Omit<PlaceState, 'archived'>): FieldValues => ({
  name,
  code,
  kind,
  parent_id: parent_id === null ? '' : String(parent_id),
  note,
})

const toSave = ({
  name = '',
  code = '',
  kind = '',
  parent_id = '',
  note = '',
}: FieldValues): PlaceToSave => ({
  name,
  code,
  kind: kind as PlaceKind,
  parent_id: idOf(parent_id),
  note,
  archived: false,
})

const idOf = (text: string): number | null => (text === '' ? null : Number(text))

interface PlaceFieldsProps {
  readonly values: FieldValues
  readonly set: (field: string, value: string) => void
  readonly readOnly: boolean
  readonly errors: Readonly<Record<string, string | boolean>>
  /** The place itself and all in it: it can’t be in one of them. */
  readonly below?: readonly number[]
}

function PlaceFields({ values, set, readOnly, errors, below = [] }: PlaceFieldsProps) {
  const field = (name: keyof PlaceState) => ({
    label: placeFields[name].label,
    value: values[name] ?? '',
    readOnly,
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      set(name, currentTarget.value),
  })
  return (
    <>
      <TextInput {...field('name')} />
      <TextInput {...field('code')} spellCheck={false} placeholder="H1-V3" />
      <SelectField
        label={placeFields.kind.label}
        value={values.kind ?? ''}
        options={Object.entries(placeKinds)}
        disabled={readOnly}
        onChange={(kind) => set('kind', kind)}
      />
      <PlaceSelect
        label={placeFields.parent_id.label}
        none="In no other place"
        without={below}
        value={idOf(values.parent_id ?? '')}
        readOnly={readOnly}
        error={errors.parent_id}
        onChange={(id) => set('parent_id', id === null ? '' : String(id))}
      />
      <TextArea {...field('note')} rows={3} />
    </>
  )
}

/** What is usually in a place of a kind. */
const kindInside: Record<PlaceKind, PlaceKind> = {
  museum: 'building',
  building: 'hall',
  hall: 'case',
  case: 'shelf',
  store: 'shelf',
  shelf: 'box',
  box: 'box',
  outside: 'outside',
}

interface AddPlacePanelProps {
  /** The place that it goes into, where that is known. */
  readonly parent?: Place
  readonly kind: PlaceKind
  readonly onAdded?: (place: Place) => void
  readonly onClose: () => void
}

/** Adds one place after the other: kind and the place around it stay for the next one. */
export function AddPlacePanel({ parent, kind, onAdded, onClose }: AddPlacePanelProps) {
  const queries = useQueryClient()
  const fresh = (kind: PlaceKind, parent_id: number | null): FieldValues =>
    toValues({ name: '', code: '', kind, parent_id, note: '' })
  const [values, setValues] = useState(() => fresh(kind, parent?.id ?? null))
  const form = useRef<HTMLFormElement>(null)
  const add = useMutation({
    mutationFn: () => createRecord('POST /places', { body: { place: toSave(values) } }),
    onSuccess: async (added) => {
      setValues(fresh(added.kind as PlaceKind, added.parent_id))
      onAdded?.(added)
      await invalidatePlaces(queries)
    },
    onSettled: () => form.current?.querySelector('input')?.focus(),
  })
  useUnsavedChanges(() => values.name !== '' || values.code !== '' || values.note !== '')
  const explained = add.isError ? explainFieldErrors('place')(add.error) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  return (
    <SidePanel title="Add place" side="right" onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate aria-busy={add.isPending} className="stack">
        <PlaceFields
          values={values}
          set={(field, value) => setValues((old) => ({ ...old, [field]: value }))}
          readOnly={add.isPending}
          errors={explained?.errors ?? {}}
        />
        {explained && <ErrorMessage>{explained.problem}</ErrorMessage>}
        <div className={`row ${styles.buttons}`}>
          <Button type="submit" loading={add.isPending}>
            Add
          </Button>
          <SecondaryButton onClick={onClose}>{add.data ? 'Close' : 'Cancel'}</SecondaryButton>
        </div>
        <p role="status" className="note">
          {add.data && !add.isError && (
            <>
              Added:{' '}
              <Link to="/places/$id" params={{ id: String(add.data.id) }}>
                {add.data.name}
              </Link>
              . Add the next one, or close.
            </>
          )}
        </p>
      </form>
    </SidePanel>
  )
}

export const AddPlaceInside = ({
  parent,
  onClose,
}: {
  readonly parent: Place
  readonly onClose: () => void
}) => (
  <AddPlacePanel parent={parent} kind={kindInside[parent.kind as PlaceKind]} onClose={onClose} />
)

interface EditPlacePanelProps extends EditPlaceFormProps {
  readonly onClose: () => void
}

export const EditPlacePanel = ({ onClose, ...form }: EditPlacePanelProps) => (
  <SidePanel title="Edit place" side="right" onClose={onClose}>
    <EditPlaceForm {...form} />
  </SidePanel>
)

interface EditPlaceFormProps {
  readonly place: Place
  readonly tree: PlaceTree<Place>
  readonly history: RenderHistory
  readonly onDone: () => void
}

function EditPlaceForm({ place, tree, history, onDone }: EditPlaceFormProps) {
  const { id } = place
  const queries = useQueryClient()
  const edit = useEdit({
    thing: place,
    read: toValues,
    write: (values, version, { seen }) =>
      call('POST /places/save', {
        body: { id, place: { ...toSave(values), archived: seen.archived }, version },
      }),
    explain: explainFieldErrors('place'),
  })
  // The form stays: the history in it says what came of the undo.
  const takeUndone = async () => {
    const saved = (await queries.fetchQuery({ ...placesQuery, staleTime: 0 })).find(
      (one) => one.id === id,
    )
    if (saved) edit.follow(saved)
    await invalidatePlaces(queries)
  }
  const textOf = (field: string, value: string): string => {
    if (field === 'kind') return placeKinds[value as PlaceKind]
    return field === 'parent_id' && value !== '' ? tree.pathOf(Number(value)) : value
  }
  return (
    <EditForm
      edit={edit}
      what="place"
      getLabel={(field) => placeFields[field as keyof PlaceState]?.label ?? field}
      formatValue={textOf}
      className="stack"
      saveLabel="Save"
      unchanged={!edit.isDirty}
      onSaved={async () => {
        await invalidatePlaces(queries)
        onDone()
      }}
      onCancel={onDone}
      footer={history({ id, isEdited: edit.isDirty, onUndone: takeUndone })}
    >
      <PlaceFields
        values={edit.values}
        set={edit.set}
        readOnly={edit.saving}
        errors={edit.errors}
        below={tree.below(id)}
      />
    </EditForm>
  )
}
