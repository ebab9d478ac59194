import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { JournalEntry, JournalTag } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { afterFocusReturned } from '../../../ui/feedback/after-focus-returned.ts'
import { isCovered } from '../../../ui/forms/ask-to-confirm.tsx'
import type { ShowHistory } from '../../../ui/forms/shown-history.ts'
import { mayLeave } from '../../../ui/forms/unsaved.tsx'
import { EditEntryForm } from './edit-entry-form.tsx'
import styles from './edit-entry-modal.module.css'

interface EditEntryModalProps {
  readonly entry: JournalEntry
  readonly tags: readonly JournalTag[] | undefined
  readonly history: ShowHistory
  readonly onDelete: (entry: JournalEntry) => Promise<boolean>
  /** Called after the closing transition. */
  readonly onClosed: () => void
}

export function EditEntryModal({ entry, tags, history, onDelete, onClosed }: EditEntryModalProps) {
  const [opened, setOpened] = useState(false)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const close = () => setOpened(false)
  // Opened after mounting: only then does the modal remember the focus and return it.
  useEffect(() => setOpened(true), [])

  const askAndClose = async () => {
    if (!isCovered() && (await mayLeave())) close()
  }

  return (
    <Modal
      opened={opened}
      onClose={askAndClose}
      onExitTransitionEnd={afterFocusReturned(onClosed)}
      title="Edit Entry"
      size="lg"
      fullScreen={narrow}
      classNames={{ content: styles.dialog ?? '', body: styles.body ?? '' }}
    >
      <EditEntryForm
        entry={entry}
        tags={tags}
        history={history}
        onCancel={askAndClose}
        onSaved={close}
        onDelete={async () => {
          if (await onDelete(entry)) close()
        }}
      />
    </Modal>
  )
}
