import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type Place,
  type PlaceInput,
  type PlaceKind,
  type PlaceState,
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
import { useRegisterUnsavedForm } from '../../ui/forms/unsaved.tsx'
import { explainFieldErrors, useEdit } from '../../ui/forms/use-edit.ts'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import styles from './places.module.css'

/** Converts a place to the text values of a form. */
const toPlaceValues = ({
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

/** Converts the values of a form to a request. */
const toPlaceInput = ({
  name = '',
  code = '',
  kind = '',
  parent_id = '',
  note = '',
}: FieldValues): PlaceInput => ({
  name,
  code,
  kind: kind as PlaceKind,
  parent_id: parseId(parent_id),
  note,
  archived: false,
})

const parseId = (text: string): number | null => (text === '' ? null : Number(text))

interface PlaceFieldsProps {
  readonly values: FieldValues
  readonly set: (field: string, value: string) => void
  readonly readOnly: boolean
  readonly errors: Readonly<Record<string, string | boolean>>
  /** Ids of the place and everything inside it, which cannot be its parent. */
  readonly excludedParentIds?: readonly number[]
}

function PlaceFields({ values, set, readOnly, errors, excludedParentIds = [] }: PlaceFieldsProps) {
  const getFieldProps = (name: keyof PlaceState) => ({
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
      <TextInput {...getFieldProps('name')} required />
      <TextInput {...getFieldProps('code')} required spellCheck={false} placeholder="H1-V3" />
      <SelectField
        label={placeFields.kind.label}
        value={values.kind ?? ''}
        options={Object.entries(placeKinds)}
        disabled={readOnly}
        onChange={(kind) => set('kind', kind)}
      />
      <PlaceSelect
        label={placeFields.parent_id.label}
        emptyText="In no other place"
        excludedIds={excludedParentIds}
        value={parseId(values.parent_id ?? '')}
        readOnly={readOnly}
        error={errors.parent_id}
        onChange={(id) => set('parent_id', id === null ? '' : String(id))}
      />
      <TextArea {...getFieldProps('note')} rows={3} />
    </>
  )
}

/** The usual kind of a place, by the kind of the place around it. */
const usualKindInside: Record<PlaceKind, PlaceKind> = {
  museum: 'building',
  building: 'hall',
  hall: 'case',
  case: 'shelf',
  store: 'shelf',
  shelf: 'box',
  box: 'box',
  outside: 'outside',
}

const createEmptyValues = (kind: PlaceKind, parentId: number | null): FieldValues =>
  toPlaceValues({ name: '', code: '', kind, parent_id: parentId, note: '' })

interface AddPlacePanelProps {
  /** The place around the new one, if known. */
  readonly parent?: Place
  readonly kind: PlaceKind
  readonly onAdded?: (place: Place) => void
  readonly onClose: () => void
}

/** Adds places one after another; kind and parent stay filled in for the next one. */
export function AddPlacePanel({ parent, kind, onAdded, onClose }: AddPlacePanelProps) {
  const queries = useQueryClient()
  const [values, setValues] = useState(() => createEmptyValues(kind, parent?.id ?? null))
  const form = useRef<HTMLFormElement>(null)

  const add = useMutation({
    mutationFn: () => createRecord('POST /places', { body: { place: toPlaceInput(values) } }),
    onSuccess: async (addedPlace) => {
      setValues(createEmptyValues(addedPlace.kind as PlaceKind, addedPlace.parent_id))
      onAdded?.(addedPlace)
      await invalidatePlaces(queries)
    },
    onSettled: () => form.current?.querySelector('input')?.focus(),
  })

  useRegisterUnsavedForm(() => values.name !== '' || values.code !== '' || values.note !== '')
  const failure = add.isError ? explainFieldErrors('place')(add.error) : null

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
          errors={failure?.errors ?? {}}
        />
        {failure && <ErrorMessage>{failure.problem}</ErrorMessage>}
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

/** Adds places inside another, of the kind that is usual there. */
export const AddPlaceInside = ({
  parent,
  onClose,
}: {
  readonly parent: Place
  readonly onClose: () => void
}) => (
  <AddPlacePanel
    parent={parent}
    kind={usualKindInside[parent.kind as PlaceKind]}
    onClose={onClose}
  />
)

interface EditPlacePanelProps extends EditPlaceFormProps {
  readonly onClose: () => void
}

export const EditPlacePanel = ({ onClose, ...formProps }: EditPlacePanelProps) => (
  <SidePanel title="Edit place" side="right" onClose={onClose}>
    <EditPlaceForm {...formProps} />
  </SidePanel>
)

interface EditPlaceFormProps {
  readonly place: Place
  readonly tree: PlaceTree<Place>
  readonly renderHistory: RenderHistory
  readonly onDone: () => void
}

function EditPlaceForm({ place, tree, renderHistory, onDone }: EditPlaceFormProps) {
  const { id } = place
  const queries = useQueryClient()

  const edit = useEdit({
    entity: place,
    read: toPlaceValues,
    write: (values, version, { seen }) =>
      call('POST /places/save', {
        body: { id, place: { ...toPlaceInput(values), archived: seen.archived }, version },
      }),
    explain: explainFieldErrors('place'),
  })

  // Keeps the form open, because its history shows the result of the undo.
  const showUndoneState = async () => {
    const places = await queries.fetchQuery({ ...placesQuery, staleTime: 0 })
    const undonePlace = places.find((fetchedPlace) => fetchedPlace.id === id)
    if (undonePlace) edit.rebase(undonePlace)
    await invalidatePlaces(queries)
  }

  const formatValue = (field: string, value: string): string => {
    if (field === 'kind') return placeKinds[value as PlaceKind]
    return field === 'parent_id' && value !== '' ? tree.pathOf(Number(value)) : value
  }

  return (
    <EditForm
      edit={edit}
      what="place"
      getLabel={(field) => placeFields[field as keyof PlaceState]?.label ?? field}
      formatValue={formatValue}
      className="stack"
      saveLabel="Save"
      unchanged={!edit.isDirty}
      onSaved={async () => {
        await invalidatePlaces(queries)
        onDone()
      }}
      onCancel={onDone}
      footer={renderHistory({ id, isEdited: edit.isDirty, onUndone: showUndoneState })}
    >
      <PlaceFields
        values={edit.values}
        set={edit.set}
        readOnly={edit.saving}
        errors={edit.errors}
        excludedParentIds={tree.below(id)}
      />
    </EditForm>
  )
}
