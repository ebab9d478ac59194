import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import {
  type Condition,
  conditionNames,
  conditions,
  type SentFact,
  type StocktakeItem,
  stocktakeLimits,
} from '@vitrine/contract'
import { type FormEvent, useState } from 'react'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { TextArea } from '../../ui/forms/fields.tsx'
import { smallPhoto } from './camera.ts'
import styles from './scan-page.module.css'
import { Sheet } from './sheet.tsx'

interface ConditionFormProps {
  readonly item: StocktakeItem
  readonly onSave: (said: Pick<SentFact, 'condition' | 'remark'>, photo: Blob | null) => Promise<boolean>
  readonly onClose: () => void
}

/** The condition of an item, in the place of the camera: nothing is scanned meanwhile. */
export function ConditionForm({ item, onSave, onClose }: ConditionFormProps) {
  const [condition, setCondition] = useState<Condition>()
  const [remark, setRemark] = useState('')
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [problem, setProblem] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!condition) return setProblem('Please choose a condition.')
    if (await onSave({ condition, remark: remark.trim() }, photo)) onClose()
    else setProblem('This was not stored on the phone. Please try again.')
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    try {
      setPhoto(await smallPhoto(file))
      setProblem('')
    } catch {
      setProblem('This photo can’t be read. Please take another one.')
    }
  }
  return (
    <Sheet label={`Condition of ${item.identifier}`}>
      <form className={styles.sheet} onSubmit={save}>
        <p className={styles.about}>
          <strong>{item.identifier}</strong> {item.name}
        </p>
        <fieldset className={styles.conditions} aria-label="Condition">
          {conditions.map((one) => (
            <button
              key={one}
              type="button"
              className={styles.condition}
              data-condition={one}
              aria-pressed={condition === one}
              onClick={() => setCondition(one)}
            >
              {conditionNames[one]}
            </button>
          ))}
        </fieldset>
        <TextArea
          size="lg"
          label="Remark"
          rows={2}
          maxLength={stocktakeLimits.remark}
          value={remark}
          onChange={({ currentTarget }) => setRemark(currentTarget.value)}
        />
        <label className={styles.photo}>
          <IconCamera size={24} aria-hidden="true" />
          {photo ? 'Photo taken. Take another instead' : 'Take a photo'}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
          />
        </label>
        {problem && <ErrorMessage>{problem}</ErrorMessage>}
        <div className={styles.pair}>
          <SecondaryButton size="xl" onClick={onClose}>
            Cancel
          </SecondaryButton>
          <Button size="xl" type="submit">
            Save
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
