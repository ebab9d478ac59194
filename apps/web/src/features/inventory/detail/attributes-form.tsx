import { useQueryClient } from '@tanstack/react-query'
import {
  type Attribute,
  attributeGroups,
  attributeLabel,
  groupNames,
  type ItemDetail,
  meaningOf,
  recordingLimits,
} from '@vitrine/contract'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../client/call.ts'
import { upload } from '../../../client/upload.ts'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { Conflict } from '../../../ui/forms/conflict.tsx'
import { EditButtons } from '../../../ui/forms/edit-buttons.tsx'
import { FileUpload } from '../../../ui/forms/file-upload.tsx'
import { useEdit } from '../../../ui/forms/use-edit.ts'
import { useSaveKey } from '../../../ui/forms/use-save-key.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { itemSaveFailure } from '../save-failure.ts'
import { AttributeField } from './attribute-field.tsx'
import styles from './attributes-form.module.css'
import { offerNewestUndo } from './undo.ts'

interface AttributesFormProps {
  readonly attributes: readonly Attribute[]
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
  readonly onDone: () => void
}

export function AttributesForm({ attributes, item, refresh, onDone }: AttributesFormProps) {
  const queries = useQueryClient()
  const keys = attributes.map(({ tag_key }) => tag_key)
  const [isNew] = useState(Object.keys(item.tags).length === 0)
  const edit = useEdit({
    thing: item,
    // Of an item without attributes all fields are shown.
    read: ({ tags }) => ({ ...(isNew && Object.fromEntries(keys.map((key) => [key, '']))), ...tags }),
    write: (tags, version) => call('POST /inventory/save-tags', { body: { itemId: item.id, tags, version } }),
    explain: itemSaveFailure('tags'),
  })
  const shown = attributes.filter(({ tag_key: key }) => key in edit.values)
  const missing = keys.filter((key) => !(key in edit.values))
  const groups = attributeGroups
    .map((group) => ({ group, fields: shown.filter((attribute) => attribute.group === group) }))
    .filter(({ fields }) => fields.length > 0)
  const first = groups[0]?.fields[0]
  const meaning = meaningOf(attributes)
  const [uploading, setUploading] = useState(false)

  const form = useSaveKey()
  const addMissing = () => {
    flushSync(() => edit.addFields(missing))
    // The button is disabled with the press; the first of the new fields goes on from there.
    form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(missing[0] ?? '')}"]`)?.focus()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void edit.save(async () => {
      await refresh()
      onDone()
    })
  }

  const refreshWithForm = async () => {
    await refresh()
    edit.follow(await queries.ensureQueryData(inventoryQueries.item(item.id)))
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-busy={edit.saving} className={styles.form}>
      {edit.conflict && (
        <Conflict
          what="item"
          conflict={edit.conflict}
          labelOf={(key) => attributeLabel(meaning(key))}
          onChoose={edit.choose}
        />
      )}
      {keys.includes('mp3') && (
        <div>
          <div className={styles.label}>Recording (mp3)</div>
          <RecordingUpload item={item} refresh={refreshWithForm} onBusy={setUploading} />
        </div>
      )}
      {groups.map(({ group, fields }) => (
        <fieldset key={group} className={styles.group}>
          <legend className={styles.legend} data-alone={groups.length === 1 || undefined}>
            {groupNames[group]}
          </legend>
          {fields.map((attribute) => (
            <AttributeField
              key={attribute.tag_key}
              attribute={attribute}
              autoFocus={attribute === first}
              value={edit.values[attribute.tag_key] ?? ''}
              readOnly={edit.saving}
              error={edit.errors[attribute.tag_key]}
              onChange={(value) => edit.set(attribute.tag_key, value)}
            />
          ))}
        </fieldset>
      ))}
      <EditButtons
        edit={edit}
        sticky
        uploading={uploading}
        saveLabel="Save Attributes"
        onCancel={onDone}
        extra={
          <SecondaryButton disabled={missing.length === 0} onClick={addMissing}>
            Add Missing
          </SecondaryButton>
        }
      />
    </form>
  )
}

interface RecordingUploadProps {
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
  readonly onBusy?: (busy: boolean) => void
}

function RecordingUpload({ item, refresh, ...others }: RecordingUploadProps) {
  return (
    <FileUpload
      label="Recording"
      button="Upload recording"
      accept="audio/mpeg,.mp3"
      maxBytes={recordingLimits.bytes}
      failure="The recording was not uploaded."
      send={async (file, sending) => {
        const body = { itemId: item.id }
        await upload('POST /inventory/upload-recording', { field: 'recording', file, body }, sending)
        await refresh()
        offerNewestUndo({ itemId: item.id, kind: 'recording', message: 'Recording uploaded.', refresh })
      }}
      {...others}
    />
  )
}
