import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Attribute, attributeLabel, type ItemDetail, meaningOf, recordingLimits } from '@vitrine/contract'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../client/call.ts'
import { upload } from '../../../client/upload.ts'
import { Conflict } from '../../../ui/forms/conflict.tsx'
import { EditButtons } from '../../../ui/forms/edit-buttons.tsx'
import { FileUpload } from '../../../ui/forms/file-upload.tsx'
import { useEdit } from '../../../ui/forms/use-edit.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { itemSaveFailure } from '../save-failure.ts'
import { AttributeField } from './attribute-field.tsx'
import styles from './attributes-form.module.css'

interface AttributesFormProps {
  readonly attributes: readonly Attribute[]
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
  readonly onDone: () => void
}

export function AttributesForm({ attributes, item, refresh, onDone }: AttributesFormProps) {
  const queries = useQueryClient()
  const edit = useEdit({
    thing: item,
    read: ({ tags }) => tags,
    write: (tags, version) => call('POST /inventory/save-tags', { body: { itemId: item.id, tags, version } }),
    explain: itemSaveFailure('tags'),
  })
  const shown = attributes.filter(({ tag_key: key }) => key in edit.values)
  const missing = attributes.map(({ tag_key: key }) => key).filter((key) => !(key in edit.values))
  const meaning = meaningOf(attributes)
  const [uploading, setUploading] = useState(false)
  const canHaveRecording = attributes.some(({ tag_key: key }) => key === 'mp3')

  const form = useRef<HTMLFormElement>(null)
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
      {canHaveRecording && (
        <div>
          <div className={styles.label}>Recording (mp3)</div>
          <FileUpload
            label="Recording"
            accept="audio/mpeg,.mp3"
            maxBytes={recordingLimits.bytes}
            failure="The recording was not uploaded."
            onBusy={setUploading}
            send={async (file, sending) => {
              const body = { itemId: item.id }
              await upload('POST /inventory/upload-recording', { field: 'recording', file, body }, sending)
              await refresh()
              edit.follow(await queries.ensureQueryData(inventoryQueries.item(item.id)))
            }}
          />
        </div>
      )}
      {shown.map((attribute, index) => (
        <AttributeField
          key={attribute.tag_key}
          attribute={attribute}
          autoFocus={index === 0}
          value={edit.values[attribute.tag_key] ?? ''}
          readOnly={edit.saving}
          error={edit.errors[attribute.tag_key]}
          onChange={(value) => edit.set(attribute.tag_key, value)}
        />
      ))}
      {shown.length === 0 && (
        <p className={styles.nothing}>This item has no attributes yet. Press ‘Add Missing’ to add some.</p>
      )}
      <EditButtons
        edit={edit}
        uploading={uploading}
        saveLabel="Save Attributes"
        onCancel={onDone}
        extra={
          <Button variant="default" disabled={missing.length === 0} onClick={addMissing}>
            Add Missing
          </Button>
        }
      />
    </form>
  )
}
