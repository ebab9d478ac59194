import { ActionIcon, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ItemDetail, ItemPicture } from '@vitrine/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { afterFocusReturned } from '../../../../ui/feedback/after-focus-returned.ts'
import { isCovered } from '../../../../ui/forms/ask-to-confirm.tsx'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { askToDiscard } from '../../../../ui/forms/unsaved.tsx'
import { LargePicture } from './large-picture.tsx'
import styles from './picture-dialog.module.css'
import { PictureForm } from './picture-form.tsx'
import type { PictureChanges } from './use-picture-changes.ts'

interface PictureDialogProps {
  readonly item: ItemDetail
  readonly name: string
  readonly changes: PictureChanges
  readonly refresh: () => Promise<void>
  readonly onShow: (name: string) => void
  readonly onClosed: () => void
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 }

export function PictureDialog({ item, name, changes, refresh, onShow, onClosed }: PictureDialogProps) {
  const [opened, setOpened] = useState(false)
  // While it closes after a removal, it shows what it showed.
  const [before, setBefore] = useState<readonly ItemPicture[] | null>(null)
  const pictures = before ?? item.pictures
  // Opened after mounting: only then does the modal remember the focus and return it.
  useEffect(() => setOpened(true), [])
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const hasEdits = useRef(false)
  // What changes the pictures then would take the own words for somebody else's.
  const [isSaving, setSaving] = useState(false)
  const index = pictures.findIndex((picture) => picture.name === name)
  const picture = pictures[index]
  // Somebody else may have removed it.
  useEffect(() => {
    if (!picture) setOpened(false)
  }, [picture])

  const mayGo = async () => !isCovered() && (!hasEdits.current || (await askToDiscard()))
  const close = async () => {
    if (await mayGo()) setOpened(false)
  }
  const step = async (by: 1 | -1) => {
    const next = pictures.at((index + by) % pictures.length)
    if (next && pictures.length > 1 && (await mayGo())) onShow(next.name)
  }
  // Nobody is asked about unsaved edits for having looked at another one.
  const onSeen = (seen: string) => hasEdits.current || onShow(seen)
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    const by = steps[key]
    // In a field the same keys move the cursor.
    if (by && target instanceof Element && !target.closest('input, textarea, select')) void step(by)
  }
  // With another picture at the same place, a double click would remove that one as well.
  const remove = (removed: ItemPicture) => {
    if (before) return
    setBefore(pictures)
    setOpened(false)
    changes.remove(removed)
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={afterFocusReturned(onClosed)}
      title={
        <span role="status">
          {item.identifier}: picture {index + 1} of {pictures.length}
        </span>
      }
      size="80rem"
      fullScreen={narrow}
      onKeyDown={onKeyDown}
    >
      {picture && (
        <div className={styles.dialog}>
          <div className={styles.stage}>
            <LargePicture itemId={item.id} pictures={pictures} picture={picture} onSeen={onSeen} />
            <div className={styles.ways}>
              {pictures.length > 1 && (
                <div className={styles.steps}>
                  <Step label="Previous picture" onClick={() => step(-1)} Icon={IconChevronLeft} />
                  <Step label="Next picture" onClick={() => step(1)} Icon={IconChevronRight} isFirst />
                  <span className={styles.keys}>or arrow keys</span>
                </div>
              )}
              <div className={styles.steps}>
                {index > 0 && (
                  <SecondaryButton disabled={isSaving} onClick={() => changes.move(name, () => 0)}>
                    Make it the first
                  </SecondaryButton>
                )}
                <SecondaryButton disabled={isSaving} onClick={() => remove(picture)}>
                  Remove
                </SecondaryButton>
              </div>
            </div>
          </div>
          <PictureForm
            key={name}
            item={item}
            picture={picture}
            hasEdits={hasEdits}
            refresh={refresh}
            onBusy={setSaving}
            onCancel={() => setOpened(false)}
          />
        </div>
      )}
    </Modal>
  )
}

interface StepProps {
  readonly label: string
  readonly Icon: typeof IconChevronLeft
  readonly isFirst?: boolean
  readonly onClick: () => void
}

const Step = ({ label, Icon, isFirst = false, onClick }: StepProps) => (
  <ActionIcon
    variant="default"
    size={36}
    aria-label={label}
    {...(isFirst && { 'data-autofocus': true })}
    onClick={onClick}
  >
    <Icon size={18} stroke={1.5} aria-hidden="true" />
  </ActionIcon>
)
