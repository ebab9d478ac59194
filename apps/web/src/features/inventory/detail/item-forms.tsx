import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  type Attribute,
  catalogueLabel,
  definitionLookup,
  getItemField,
  type InfoField,
  infoFields,
  recordingLimits,
} from '@vitrine/contract'
import { Fragment, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../client/call.ts'
import { uploadFile } from '../../../client/upload.ts'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { useDraft } from '../../../ui/forms/drafts.ts'
import { parseEditDraft } from '../../../ui/forms/edit-drafts.ts'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { TextArea } from '../../../ui/forms/fields.tsx'
import { FileUpload } from '../../../ui/forms/file-upload.tsx'
import { useEdit } from '../../../ui/forms/use-edit.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { NameField } from '../name-field.tsx'
import { explainItemSaveError } from '../texts.ts'
import attributesForm from './attributes-form.module.css'
import infoBlock from './info-block.module.css'
import {
  attributesDraftName,
  infoDraftName,
  recordingKey,
  useItem,
  useOfferHistoryUndo,
} from './item-context.ts'
import { showSaveWarnings, useSaveWarnings } from './use-save-warnings.ts'
import { AttributeField } from './value-editor.tsx'

const infoLabels = new Map<string, string>(
  infoFields.map((name) => [name, getItemField(name).label]),
)

type InfoValues = Record<InfoField, string>

const toInfoValues = (values: { readonly [Name in InfoField]?: string }): InfoValues =>
  Object.fromEntries(infoFields.map((name) => [name, values[name] ?? ''])) as InfoValues

export function InfoForm({ onDone }: { readonly onDone: () => void }) {
  const { item, refresh } = useItem()
  const warnings = useSaveWarnings()
  const edit = useEdit({
    draft: useDraft(infoDraftName(item), parseEditDraft),
    entity: item,
    read: toInfoValues,
    write: (values, version) =>
      call('POST /inventory/save-info', {
        body: { itemId: item.id, data: toInfoValues(values), version },
      }),
    explain: explainItemSaveError('data'),
  })

  return (
    <EditForm
      edit={edit}
      what="item"
      getLabel={(field) => infoLabels.get(field) ?? field}
      className={`stack ${infoBlock.form}`}
      sticky
      saveLabel="Save Info"
      onSaved={async () => {
        const nameWarning = warnings.findForName(edit.values.name ?? '')
        if (nameWarning) showSaveWarnings([nameWarning])
        await refresh()
        onDone()
      }}
      onCancel={onDone}
      extra={
        <SecondaryButton
          disabled={edit.saving}
          onClick={() => edit.set('description', removeLineBreaks(edit.values.description ?? ''))}
        >
          Remove Line Breaks
        </SecondaryButton>
      }
    >
      {infoFields.map((name, index) => (
        <InfoFormField
          key={name}
          name={name}
          autoFocus={index === 0}
          inputProps={edit.fieldProps(name)}
        />
      ))}
    </EditForm>
  )
}

type FieldProps = ReturnType<ReturnType<typeof useEdit>['fieldProps']>

interface InfoFormFieldProps {
  readonly name: InfoField
  readonly autoFocus: boolean
  readonly inputProps: FieldProps
}

function InfoFormField({ name, autoFocus, inputProps }: InfoFormFieldProps) {
  const { item } = useItem()
  const { kind, label, form } = getItemField(name)
  const field = { label, description: form?.hint, ...inputProps }
  if (kind === 'prose') return <TextArea rows={form?.rows} {...field} />

  if (name === 'name')
    return (
      <NameField
        autoFocus={autoFocus}
        itemType={item.type_name}
        itemId={item.id}
        savedName={item.name}
        {...field}
      />
    )

  return <TextInput autoFocus={autoFocus} autoComplete="off" {...field} />
}

interface AttributesFormProps {
  readonly attributes: readonly Attribute[]
  readonly onDone: () => void
}

export function AttributesForm({ attributes, onDone }: AttributesFormProps) {
  const { item, refresh } = useItem()
  const queryClient = useQueryClient()
  const warnings = useSaveWarnings()
  const edit = useAttributesEdit(attributes)
  const getDefinition = definitionLookup(attributes)
  const [isUploading, setUploading] = useState(false)

  const isShown = ({ tag_key }: Attribute) => tag_key in edit.values
  const firstShownAttribute = attributes.find(isShown)
  const missingKeys = attributes
    .filter((attribute) => !isShown(attribute))
    .map(({ tag_key }) => tag_key)

  const addMissing = () => {
    flushSync(() => edit.addFields(missingKeys))
    // The pressed button becomes disabled, so the first new field takes the focus.
    const [firstKey = ''] = missingKeys
    document.querySelector<HTMLElement>(`form [name="${CSS.escape(firstKey)}"]`)?.focus()
  }

  const refreshWithForm = async () => {
    await refresh()
    edit.rebase(await queryClient.ensureQueryData(inventoryQueries.item(item.id)))
  }

  return (
    <EditForm
      edit={edit}
      what="item"
      getLabel={(key) => catalogueLabel(getDefinition(key))}
      className={`column ${attributesForm.form}`}
      sticky
      uploading={isUploading}
      saveLabel="Save Attributes"
      onSaved={async () => {
        showSaveWarnings(warnings.listForAttributes(attributes, edit.values))
        await refresh()
        onDone()
      }}
      onCancel={onDone}
      extra={
        <SecondaryButton disabled={missingKeys.length === 0} onClick={addMissing}>
          Add Missing
        </SecondaryButton>
      }
    >
      <div className={attributesForm.fields}>
        {attributes.map((attribute) => (
          <Fragment key={attribute.tag_key}>
            {attribute.tag_key === recordingKey && (
              <div className={attributesForm.long}>
                <div className={attributesForm.label}>Recording (mp3)</div>
                <RecordingUpload refresh={refreshWithForm} onBusy={setUploading} />
              </div>
            )}
            {isShown(attribute) && (
              <AttributeField
                attribute={attribute}
                autoFocus={attribute === firstShownAttribute}
                {...edit.fieldProps(attribute.tag_key)}
              />
            )}
          </Fragment>
        ))}
      </div>
    </EditForm>
  )
}

/** Edits the item's attributes, or for an item without any, all attributes of the catalogue. */
function useAttributesEdit(attributes: readonly Attribute[]) {
  const { item } = useItem()
  // Decided once, so that the empty fields stay while others are filled and saved.
  const [showsEmptyFields] = useState(Object.keys(item.tags).length === 0)
  const emptyValues = Object.fromEntries(attributes.map(({ tag_key }) => [tag_key, '']))

  return useEdit({
    draft: useDraft(attributesDraftName(item), parseEditDraft),
    entity: item,
    read: ({ tags }) => (showsEmptyFields ? { ...emptyValues, ...tags } : tags),
    write: (tags, version) =>
      call('POST /inventory/save-tags', { body: { itemId: item.id, tags, version } }),
    explain: explainItemSaveError('tags'),
  })
}

interface RecordingUploadProps {
  readonly refresh: () => Promise<void>
  readonly onBusy: (isBusy: boolean) => void
}

function RecordingUpload({ refresh, onBusy }: RecordingUploadProps) {
  const { item } = useItem()
  const offerUndo = useOfferHistoryUndo()

  return (
    <FileUpload
      label="Recording"
      buttonLabel="Upload recording"
      accept="audio/mpeg,.mp3"
      maxBytes={recordingLimits.bytes}
      failure="The recording was not uploaded."
      send={async (file, options) => {
        const body = { itemId: item.id }
        await uploadFile(
          'POST /inventory/upload-recording',
          { field: 'recording', file, body },
          options,
        )
        await refresh()
        offerUndo('recording', 'Recording uploaded.', refresh)
      }}
      onBusy={onBusy}
    />
  )
}

/** Replaces each line break and each run of spaces with one space. */
export const removeLineBreaks = (text: string): string =>
  text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/ {2,}/g, ' ')
