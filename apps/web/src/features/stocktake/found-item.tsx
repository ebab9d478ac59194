import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { conditionNames, type StocktakeItem } from '@vitrine/contract'
import { useState } from 'react'
import { SuccessMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import { ConditionForm } from './condition-form.tsx'
import styles from './scan-page.module.css'
import type { Said } from './use-scanning.ts'

interface FoundItemProps {
  readonly item: StocktakeItem
  readonly placeName: string
  /** Where it is expected. */
  readonly expectedIn: string
  readonly onSeen: () => void
  /** Whether it is stored on the phone. */
  readonly onNote: (said: Said) => Promise<boolean>
  readonly onClose: () => void
}

/** What can be said of an item of the list, whose label is missing or can't be read. */
export function FoundItem({
  item,
  placeName,
  expectedIn,
  onSeen,
  onNote,
  onClose,
}: FoundItemProps) {
  const [isNoting, setNoting] = useState(false)
  const [noted, setNoted] = useState<Said['condition']>('')
  if (isNoting) {
    const note = async (said: Said) => {
      const isStored = await onNote(said)
      if (isStored) setNoted(said.condition)
      return isStored
    }
    return <ConditionForm item={item} onSave={note} onClose={() => setNoting(false)} />
  }
  return (
    <>
      <div className={`flex-middle ${styles.found}`}>
        <span className={styles.picture}>
          <Thumbnail item={item} />
        </span>
        <p className={`column breakable ${styles.about}`}>
          <strong>{item.identifier}</strong>
          <span>{item.name}</span>
          <span className={styles.below}>Expected: {expectedIn}</span>
        </p>
      </div>
      {noted !== '' && (
        <SuccessMessage>
          Condition noted: {conditionNames[noted]}. If it is here, press ‘Seen here’ as well.
        </SuccessMessage>
      )}
      <Button
        size="xl"
        className={styles.wide ?? ''}
        leftSection={<IconCheck size={28} aria-hidden="true" />}
        onClick={() => {
          onSeen()
          onClose()
        }}
      >
        Seen here
        <span className={styles.below}>{placeName}</span>
      </Button>
      <div className={styles.parts}>
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
