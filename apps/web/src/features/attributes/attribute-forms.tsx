import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  type Attribute,
  attributeGroupNames,
  type ItemType,
  inventoryTypes,
  labelLanguages,
  parseAttributeKey,
} from '@vitrine/contract'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { call, createRecord } from '../../client/call.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import type { FieldValues } from '../../ui/forms/edit-drafts.ts'
import { EditForm, type RenderHistory } from '../../ui/forms/edit-form.tsx'
import { SelectField } from '../../ui/forms/fields.tsx'
import { useRegisterUnsavedForm } from '../../ui/forms/unsaved.tsx'
import { explainFieldErrors, useEdit } from '../../ui/forms/use-edit.ts'
import { Panel } from '../../ui/layout/page-parts.tsx'
import attributeFields from './attribute-fields.module.css'
import {
  attributeFlagNames,
  attributeFlags,
  attributeKindNames,
  audienceNames,
  formatLabelField,
  getAttributeFieldLabel,
  hasGlossary,
  newAttributeValues,
  toAttributeKey,
  toAttributeSettings,
  toAttributeValues,
} from './attribute-values.ts'
import attributesPage from './attributes-page.module.css'
import { GlossaryFields } from './glossary-fields.tsx'
import '@mantine/core/styles/Checkbox.layer.css'

interface AddAttributePanelProps {
  readonly type: ItemType
  readonly onClose: () => void
  readonly onAdded: (attribute: Attribute) => Promise<void>
}

/** A form for a new attribute, whose key follows from its label until it is typed. */
export function AddAttributePanel({ type, onClose, onAdded }: AddAttributePanelProps) {
  const [values, setValues] = useState<FieldValues>(newAttributeValues)
  const [typedKey, setTypedKey] = useState<string | null>(null)
  const tag_key = typedKey ?? toAttributeKey(values.en ?? '')

  const add = useMutation({
    mutationFn: () =>
      createRecord('POST /attributes/add', {
        body: { type, tag_key, attribute: toAttributeSettings(values) },
      }),
    onSuccess: onAdded,
  })

  useRegisterUnsavedForm(() => values !== newAttributeValues && !add.isSuccess)
  const failure = add.isError ? explainFieldErrors('attribute')(add.error) : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }

  return (
    <Panel title={`New attribute of ${inventoryTypes[type].many}`} onClose={onClose}>
      <form
        onSubmit={submit}
        noValidate
        aria-busy={add.isPending}
        className={`surface stack ${attributesPage.form}`}
      >
        <AttributeFields
          values={values}
          set={(field, value) => setValues((old) => ({ ...old, [field]: value }))}
          readOnly={add.isPending}
          errors={failure?.errors ?? {}}
          labelPlaceholder={parseAttributeKey(tag_key).name}
        >
          <TextInput
            label="Key"
            description="The column name in CSV files. It can’t be changed later."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            autoComplete="off"
            spellCheck={false}
            value={tag_key}
            readOnly={add.isPending}
            error={failure?.errors.tag_key}
            onChange={(event) => setTypedKey(event.currentTarget.value)}
          />
        </AttributeFields>
        {failure && <ErrorMessage>{failure.problem}</ErrorMessage>}
        <div className="row-end">
          <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
          <Button type="submit" loading={add.isPending} disabled={tag_key === ''}>
            Add Attribute
          </Button>
        </div>
      </form>
    </Panel>
  )
}

interface EditAttributeFormProps {
  readonly attribute: Attribute
  readonly onDone: () => void
  readonly onSaved: (savedAttribute: Attribute) => Promise<void>
  readonly onUndone: () => Promise<void>
  readonly renderHistory: RenderHistory
}

export function EditAttributeForm({
  attribute,
  onDone,
  onSaved,
  onUndone,
  renderHistory,
}: EditAttributeFormProps) {
  const savedAttribute = useRef(attribute)

  const edit = useEdit({
    entity: attribute,
    read: toAttributeValues,
    write: async (values, version, { seen }) => {
      // `seen` includes what others have added to the glossary meanwhile.
      const body = {
        id: attribute.id,
        attribute: toAttributeSettings({ ...toAttributeValues(seen), ...values }),
        version,
      }
      savedAttribute.current = await call('POST /attributes/save', { body })
    },
    explain: explainFieldErrors('attribute'),
  })

  return (
    <EditForm
      edit={edit}
      what="attribute"
      getLabel={getAttributeFieldLabel}
      className={`surface stack ${attributesPage.form}`}
      saveLabel="Save Attribute"
      onSaved={async () => {
        await onSaved(savedAttribute.current)
        onDone()
      }}
      onCancel={onDone}
    >
      <AttributeFields
        values={edit.values}
        set={edit.set}
        readOnly={edit.saving}
        errors={edit.errors}
        labelPlaceholder={parseAttributeKey(attribute.tag_key).name}
      />
      {hasGlossary(edit.values) && (
        <GlossaryFields
          attribute={attribute}
          values={edit.values}
          set={edit.set}
          readOnly={edit.saving}
        />
      )}
      {renderHistory({
        id: attribute.id,
        isEdited: edit.isDirty,
        onUndone: async () => {
          await onUndone()
          onDone()
        },
      })}
    </EditForm>
  )
}

interface AttributeFieldsProps {
  readonly values: FieldValues
  readonly set: (field: string, value: string) => void
  readonly readOnly: boolean
  readonly errors: Readonly<Record<string, string | boolean>>
  /** The English label that visitors see if none is entered. */
  readonly labelPlaceholder: string
  readonly children?: ReactNode
}

function AttributeFields({
  values,
  set,
  readOnly,
  errors,
  labelPlaceholder,
  children,
}: AttributeFieldsProps) {
  const renderTextInput = (field: string, label: string, error = errors[field]) => (
    <TextInput
      key={field}
      label={label}
      autoComplete="off"
      value={values[field] ?? ''}
      readOnly={readOnly}
      error={error}
      placeholder={field === 'en' ? labelPlaceholder : undefined}
      onChange={(event) => set(field, event.currentTarget.value)}
    />
  )

  const renderSelect = (field: string, names: Readonly<Record<string, string>>) => (
    <SelectField
      label={getAttributeFieldLabel(field)}
      value={values[field] ?? ''}
      options={Object.entries(names)}
      disabled={readOnly}
      onChange={(value) => set(field, value)}
    />
  )

  const [english, ...otherLanguages] = labelLanguages

  return (
    <>
      <div className={`stack ${attributeFields.fields}`}>
        {renderTextInput(english, formatLabelField(english), errors[`labels.${english}`])}
        {children}
        {renderSelect('kind', attributeKindNames)}
        {renderTextInput('unit', getAttributeFieldLabel('unit'))}
        {renderSelect('audience', audienceNames)}
        {renderSelect('group', attributeGroupNames)}
      </div>
      <div className={`flex-wrap ${attributeFields.flags}`}>
        {attributeFlags.map((flag) => (
          <Checkbox
            key={flag}
            label={attributeFlagNames[flag]}
            checked={values[flag] === 'Yes'}
            disabled={readOnly}
            onChange={(event) => set(flag, event.currentTarget.checked ? 'Yes' : '')}
          />
        ))}
      </div>
      <details className={attributeFields.languages}>
        <summary>Labels in other languages</summary>
        <div className={`stack ${attributeFields.fields}`}>
          {otherLanguages.map((language) =>
            renderTextInput(language, formatLabelField(language), errors[`labels.${language}`]),
          )}
        </div>
      </details>
    </>
  )
}
