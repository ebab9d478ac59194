import { CloseButton, TextInput } from '@mantine/core'
import {
  type Condition,
  type ConditionCheck,
  conditionFields,
  conditionLimits,
  conditionNames,
  type Occasion,
  occasionNames,
  pictureLimits,
  toDay,
} from '@vitrine/contract'
import { useRef, useState } from 'react'
import { call, createRecord } from '../../client/call.ts'
import { uploadFile } from '../../client/upload.ts'
import { createUuid } from '../../client/uuid.ts'
import { SuccessMessage } from '../../ui/feedback/message.tsx'
import { ConditionButtons } from '../../ui/forms/condition-buttons.tsx'
import { useDraft } from '../../ui/forms/drafts.ts'
import { type FieldValues, parseEditDraft } from '../../ui/forms/edit-drafts.ts'
import { EditForm } from '../../ui/forms/edit-form.tsx'
import { SelectField, TextArea } from '../../ui/forms/fields.tsx'
import { FileUpload } from '../../ui/forms/file-upload.tsx'
import { confirmDiscard } from '../../ui/forms/unsaved.tsx'
import { explainFieldErrors, useEdit } from '../../ui/forms/use-edit.ts'
import { Picture } from '../../ui/lists/picture.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { photoAddress } from './condition-photos.tsx'
import styles from './item-conditions.module.css'

export const newCheckDraftName = (itemId: number): string => `condition of ${itemId}`
export const editedCheckDraftName = (id: number): string => `condition check ${id}`

/** A check to edit, or the initial state of a new one, which has no id. */
type FormCheck = Pick<ConditionCheck, 'version' | 'occasion' | 'day' | 'remark' | 'key'> & {
  readonly id?: number
  readonly state: Condition | ''
  readonly photos: readonly { readonly name: string }[]
}

interface ConditionFormProps {
  readonly itemId: number
  /** Without it, the form is for a new check. */
  readonly check?: FormCheck
  readonly autoFocus: boolean
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

const concurrentUploads = 2

/** A form for a condition check. Its new photos are sent once the check is saved. */
export function ConditionForm(props: ConditionFormProps) {
  const { itemId, check, autoFocus, onSaved, onClose } = props
  const [initial] = useState(() => check ?? createCheck())
  const draftName = check?.id ? editedCheckDraftName(check.id) : newCheckDraftName(itemId)
  const edit = useEdit<FormCheck>({
    draft: useDraft(draftName, parseEditDraft),
    entity: initial,
    read: toFieldValues,
    write: (values, version) => saveCheck({ itemId, checkId: check?.id, version, values }),
    explain: explainFieldErrors(''),
  })
  const { values, isSaved } = edit
  /** Whether photos are being sent, and those that have not arrived. */
  const sending = useRef({ isBusy: false, failed: new Set<File>() }).current

  const close = async () => {
    if (!sending.isBusy || edit.isDirty || (await confirmDiscard())) onClose()
  }

  const handleSaved = async () => {
    const photos = splitPhotoNames(values.photos).map((name) => ({ name }))
    edit.rebase({ ...initial, ...values, photos })
    await onSaved()
    if (!sending.isBusy) onClose()
  }

  return (
    <EditForm
      edit={edit}
      what="check"
      label={check ? 'Edit the condition check' : 'Check condition'}
      getLabel={(field) => conditionFields[field as keyof typeof conditionFields].label}
      formatValue={formatFieldValue}
      className={`stack surface ${styles.form}`}
      sticky
      saveLabel="Save"
      unchanged={isSaved}
      onSaved={handleSaved}
      onCancel={close}
    >
      {isSaved ? (
        <SuccessMessage>The check is saved. The photos listed here are not yet.</SuccessMessage>
      ) : (
        <CheckFields edit={edit} autoFocus={autoFocus} />
      )}
      <FileUpload
        label="Photos"
        buttonLabel="Add photos"
        accept="image/*"
        camera
        // Photos wait until the check is saved.
        atOnce={isSaved ? concurrentUploads : 0}
        maxBytes={pictureLimits.bytes}
        failure="The photo was not sent."
        send={async (file, options) => {
          const input = { field: 'image', file, body: { itemId, key: values.key ?? '' } } as const
          // Counts as failed until it has arrived.
          sending.failed.add(file)
          await uploadFile('POST /inventory/add-condition-photo', input, options)
          sending.failed.delete(file)
        }}
        onBusy={async (isBusy) => {
          sending.isBusy = isBusy
          if (isBusy || !isSaved) return
          await onSaved()
          if (sending.failed.size === 0) onClose()
        }}
      />
    </EditForm>
  )
}

interface CheckFieldsProps {
  readonly edit: ReturnType<typeof useEdit<FormCheck>>
  readonly autoFocus: boolean
}

function CheckFields({ edit, autoFocus }: CheckFieldsProps) {
  const { values, saving } = edit
  const photoNames = splitPhotoNames(values.photos)

  return (
    <>
      <ConditionButtons
        value={values.state}
        error={values.state === '' && edit.errors.state}
        disabled={saving}
        autoFocus={autoFocus}
        onChange={(state) => edit.set('state', state)}
      />
      <div className={styles.pair}>
        <SelectField
          label={conditionFields.occasion.label}
          value={values.occasion ?? ''}
          disabled={saving}
          options={Object.entries(occasionNames)}
          onChange={(occasion) => edit.set('occasion', occasion)}
        />
        <TextInput
          type="date"
          label={conditionFields.day.label}
          max={toDay(new Date())}
          {...edit.fieldProps('day')}
        />
      </div>
      <TextArea
        label={conditionFields.remark.label}
        rows={2}
        maxLength={conditionLimits.remark}
        {...edit.fieldProps('remark')}
      />
      <div className="row">
        {photoNames.map((name, index) => (
          <span key={name} className={`inline-middle ${styles.thumbnail}`}>
            <Picture src={photoAddress(name, 'thumbnail')} alt={`Photo ${index + 1}`} />
            <CloseButton
              aria-label={`Remove photo ${index + 1}`}
              onClick={() => edit.set('photos', photoNames.toSpliced(index, 1).join(' '))}
            />
          </span>
        ))}
      </div>
    </>
  )
}

const createCheck = (): FormCheck => ({
  version: 0,
  state: '',
  occasion: 'inspection',
  day: toDay(new Date()),
  remark: '',
  photos: [],
  key: createUuid(),
})

/** Splits the form's value of the photos, which is one text with a space between their names. */
const splitPhotoNames = (names = ''): string[] => names.split(' ').filter(Boolean)

const toFieldValues = ({ state, occasion, day, remark, photos, key = '' }: FormCheck) => ({
  state,
  occasion,
  day,
  remark,
  photos: photos.map(({ name }) => name).join(' '),
  key,
})

function formatFieldValue(field: string, value: string): string {
  if (field === 'day') return formatDate(value)
  if (field === 'photos') return `${splitPhotoNames(value).length} photos`
  if (field === 'remark') return value

  const names: Readonly<Record<string, string>> = { ...conditionNames, ...occasionNames }
  return names[value] ?? value
}

interface CheckToSave {
  readonly itemId: number
  /** Undefined for a new check. */
  readonly checkId: number | undefined
  readonly version: number
  readonly values: FieldValues
}

function saveCheck({ itemId, checkId, version, values }: CheckToSave) {
  const { day = '', remark = '', photos, key = '' } = values
  // If no condition was chosen, the server rejects the empty text with a message for the field.
  const state = values.state as Condition
  const body = { state, occasion: values.occasion as Occasion, day, remark }

  if (checkId === undefined)
    return createRecord('POST /inventory/add-condition', { body: { ...body, itemId, key } })

  return call('POST /inventory/edit-condition', {
    body: { ...body, id: checkId, version, photos: splitPhotoNames(photos) },
  })
}
