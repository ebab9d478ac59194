import { Button, FileButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type Condition, type StocktakeItem, stocktakeLimits } from '@vitrine/contract'
import { type FormEvent, useState } from 'react'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { ConditionButtons } from '../../ui/forms/condition-buttons.tsx'
import { TextArea } from '../../ui/forms/fields.tsx'
import { useRegisterUnsavedForm } from '../../ui/forms/unsaved.tsx'
import { shrinkPhoto } from '../../ui/scanner/camera.ts'
import scanner from '../../ui/scanner/scanner.module.css'
import type { ConditionNote } from './use-scanning.ts'

interface ConditionFormProps {
  readonly item: StocktakeItem
  /** Resolves to whether the note was stored on the phone. */
  readonly onSave: (note: ConditionNote) => Promise<boolean>
  readonly onClose: () => void
}

export function ConditionForm({ item, onSave, onClose }: ConditionFormProps) {
  const [condition, setCondition] = useState<Condition>()
  const [remark, setRemark] = useState('')
  const [photo, setPhoto] = useState<Blob>()
  const [problem, setProblem] = useState('')
  useRegisterUnsavedForm(() => condition !== undefined || remark !== '' || photo !== undefined)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!condition) return setProblem('Please choose a condition.')
    if (await onSave({ condition, remark: remark.trim(), photo })) onClose()
    else setProblem('This was not stored on the phone. Please try again.')
  }

  const readPhoto = async (file: File | null) => {
    if (!file) return
    try {
      setPhoto(await shrinkPhoto(file))
      setProblem('')
    } catch {
      setProblem('This photo can’t be read. Please take another one.')
    }
  }

  return (
    <form className="stack" onSubmit={save}>
      <p className={`breakable ${scanner.about}`}>
        <strong>{item.identifier}</strong> {item.name}
      </p>
      <ConditionButtons size="xl" value={condition} onChange={setCondition} />
      <TextArea
        size="lg"
        label="Remark"
        rows={2}
        maxLength={stocktakeLimits.remark}
        value={remark}
        onChange={({ currentTarget }) => setRemark(currentTarget.value)}
      />
      <FileButton
        accept="image/*"
        capture="environment"
        inputProps={{ 'aria-label': 'Take a photo' }}
        onChange={(file) => void readPhoto(file)}
      >
        {(opener) => (
          <SecondaryButton
            size="xl"
            className={scanner.wide ?? ''}
            leftSection={<IconCamera size={24} aria-hidden="true" />}
            {...opener}
          >
            {photo ? 'Photo taken. Take another instead' : 'Take a photo'}
          </SecondaryButton>
        )}
      </FileButton>
      {problem && <ErrorMessage>{problem}</ErrorMessage>}
      <div className={scanner.parts}>
        <SecondaryButton size="xl" onClick={onClose}>
          Cancel
        </SecondaryButton>
        <Button size="xl" type="submit">
          Save
        </Button>
      </div>
    </form>
  )
}
