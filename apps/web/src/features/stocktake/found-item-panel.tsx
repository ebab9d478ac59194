import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { conditionNames, type StocktakeItem } from '@vitrine/contract'
import { useState } from 'react'
import { SuccessMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import scanner from '../../ui/scanner/scanner.module.css'
import { ConditionForm } from './condition-form.tsx'
import styles from './scan-page.module.css'
import type { ConditionNote } from './use-scanning.ts'

interface FoundItemPanelProps {
  readonly item: StocktakeItem
  readonly placeName: string
  /** Path of the expected place. */
  readonly expectedIn: string
  readonly onSeen: () => void
  /** Resolves to whether the note was stored on the phone. */
  readonly onNote: (note: ConditionNote) => Promise<boolean>
  readonly onClose: () => void
}

/** Records a listed item whose label is missing or unreadable: seen here, or its condition. */
export function FoundItemPanel({
  item,
  placeName,
  expectedIn,
  onSeen,
  onNote,
  onClose,
}: FoundItemPanelProps) {
  const [isNoting, setNoting] = useState(false)
  const [noted, setNoted] = useState<ConditionNote['condition']>('')

  if (isNoting) {
    const saveNote = async (note: ConditionNote) => {
      const isStored = await onNote(note)
      if (isStored) setNoted(note.condition)
      return isStored
    }
    return <ConditionForm item={item} onSave={saveNote} onClose={() => setNoting(false)} />
  }

  return (
    <>
      <div className={`flex-middle ${styles.found}`}>
        <span className={styles.picture}>
          <Thumbnail item={item} />
        </span>
        <p className={`column breakable ${scanner.about}`}>
          <strong>{item.identifier}</strong>
          <span>{item.name}</span>
          <span className={scanner.below}>Expected: {expectedIn}</span>
        </p>
      </div>
      {noted !== '' && (
        <SuccessMessage>
          Condition noted: {conditionNames[noted]}. If it is here, press ‘Seen here’ as well.
        </SuccessMessage>
      )}
      <Button
        size="xl"
        className={scanner.wide ?? ''}
        leftSection={<IconCheck size={28} aria-hidden="true" />}
        onClick={() => {
          onSeen()
          onClose()
        }}
      >
        Seen here
        <span className={scanner.below}>{placeName}</span>
      </Button>
      <div className={scanner.parts}>
        <SecondaryButton size="xl" onClick={() => setNoting(true)}>
          Condition…
        </SecondaryButton>
        <SecondaryButton size="xl" onClick={onClose}>
          {noted === '' ? 'Cancel' : 'Close'}
        </SecondaryButton>
      </div>
    </>
  )
}
