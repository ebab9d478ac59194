import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { JournalEntry, JournalTag } from '@vitrine/contract'
import { useRef, useState } from 'react'
import { askToDiscard } from '../../ui/unsaved.tsx'
import { EditEntryForm } from './edit-entry-form.tsx'

interface EditEntryModalProps {
  readonly entry: JournalEntry
  readonly tags: readonly JournalTag[]
  readonly onDelete: (entry: JournalEntry) => Promise<boolean>
  /** Called when it is closed and out of sight. */
  readonly onClosed: () => void
}

export function EditEntryModal({ entry, tags, onDelete, onClosed }: EditEntryModalProps) {
  const [opened, setOpened] = useState(true)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const hasEdits = useRef(() => false)
  const isAsking = useRef(false)
  const close = () => setOpened(false)

  const askAndClose = async () => {
    if (isAsking.current) return
    isAsking.current = true
    if (!hasEdits.current() || (await askToDiscard())) close()
    // The Escape that answers the question must not ask it again.
    setTimeout(() => {
      isAsking.current = false
    })
  }

  return (
    <Modal
      opened={opened}
      onClose={askAndClose}
      onExitTransitionEnd={onClosed}
      title="Edit Entry"
      size="lg"
      fullScreen={narrow}
    >
      <EditEntryForm
        entry={entry}
        tags={tags}
        hasEdits={hasEdits}
        onCancel={askAndClose}
        onSaved={close}
        onDelete={async () => {
          isAsking.current = true
          const isGone = await onDelete(entry)
          setTimeout(() => {
            isAsking.current = false
          })
          if (isGone) close()
        }}
      />
    </Modal>
  )
}
