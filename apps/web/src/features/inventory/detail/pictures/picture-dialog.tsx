import { ActionIcon, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconZoomIn } from '@tabler/icons-react'
import { type ItemPicture, pictureKindNames, pictureLicenceName } from '@vitrine/contract'
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { deferUntilFocusReturns, isDialogCovered } from '../../../../ui/feedback/dialogs.ts'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { confirmDiscard } from '../../../../ui/forms/unsaved.tsx'
import { Picture } from '../../../../ui/lists/picture.tsx'
import { ZoomLink, type ZoomPicture } from '../../../../ui/lists/zoom-link.tsx'
import { useItem } from '../item-context.ts'
import styles from './picture-dialog.module.css'
import { PictureForm } from './picture-form.tsx'
import { PicturePlaceholder, pictureAddress } from './picture-strip.tsx'
import type { PictureChanges } from './use-picture-changes.ts'

interface PictureDialogProps {
  /** Name of the picture to show. */
  readonly name: string
  readonly changes: PictureChanges
  readonly onShow: (name: string) => void
  readonly onClosed: () => void
}

type Direction = 1 | -1

const directionsByKey: Readonly<Record<string, Direction>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Shows a picture large, with its form. Steps to the other pictures of the item. */
export function PictureDialog({ name, changes, onShow, onClosed }: PictureDialogProps) {
  const { item } = useItem()
  const [isOpen, setOpen] = useState(false)
  // After a removal, the closing dialog keeps showing the pictures before it.
  const [picturesBeforeRemoval, setPicturesBeforeRemoval] = useState<readonly ItemPicture[] | null>(
    null,
  )
  const pictures = picturesBeforeRemoval ?? item.pictures
  const index = pictures.findIndex((picture) => picture.name === name)
  const picture = pictures[index]
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const hasEdits = useRef(false)
  // Disables changes of the pictures during a save, with which they would conflict.
  const [isSaving, setSaving] = useState(false)

  // Opened after mounting, or the modal would not return the focus.
  useEffect(() => setOpen(true), [])
  // Closes the dialog if a colleague has removed the picture.
  useEffect(() => {
    if (!picture) setOpen(false)
  }, [picture])

  const mayLeavePicture = async () =>
    !isDialogCovered() && (!hasEdits.current || (await confirmDiscard()))

  const close = async () => {
    if (await mayLeavePicture()) setOpen(false)
  }

  const step = async (direction: Direction) => {
    // Wraps around: at(-1) is the last picture.
    const nextPicture = pictures.at((index + direction) % pictures.length)
    if (nextPicture && pictures.length > 1 && (await mayLeavePicture())) onShow(nextPicture.name)
  }

  const stepByKey = ({ key, target }: KeyboardEvent) => {
    const direction = directionsByKey[key]
    // In a field these keys move the cursor.
    const isField = target instanceof Element && target.closest('input, textarea, select') !== null
    if (direction && !isField) void step(direction)
  }

  // Closes the dialog: with the next picture in it, a double click would remove that one as well.
  const remove = (shownPicture: ItemPicture) => {
    if (picturesBeforeRemoval) return

    setPicturesBeforeRemoval(pictures)
    setOpen(false)
    changes.remove(shownPicture)
  }

  return (
    <Modal
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={deferUntilFocusReturns(onClosed)}
      title={
        <span role="status">
          {item.identifier}: picture {index + 1} of {pictures.length}
        </span>
      }
      size="80rem"
      fullScreen={isNarrow}
      onKeyDown={stepByKey}
    >
      {picture && (
        <div className={styles.dialog}>
          <div className={styles.stage}>
            <LargePicture
              pictures={pictures}
              picture={picture}
              // With unsaved edits the dialog stays at its picture, so that zooming never asks
              // about them.
              onViewed={(viewedName) => {
                if (!hasEdits.current) onShow(viewedName)
              }}
            />
            <div className={styles.actions}>
              {pictures.length > 1 && <StepButtons onStep={step} />}
              <PictureButtons
                isFirst={index === 0}
                disabled={isSaving}
                onMoveToFront={() => changes.move(name, () => 0)}
                onRemove={() => remove(picture)}
              />
            </div>
          </div>
          <PictureForm
            key={name}
            picture={picture}
            hasEdits={hasEdits}
            onBusy={setSaving}
            onCancel={() => setOpen(false)}
          />
        </div>
      )}
    </Modal>
  )
}

interface PictureButtonsProps {
  readonly isFirst: boolean
  readonly disabled: boolean
  readonly onMoveToFront: () => void
  readonly onRemove: () => void
}

const PictureButtons = ({ isFirst, disabled, onMoveToFront, onRemove }: PictureButtonsProps) => (
  <div className={styles.buttons}>
    {!isFirst && (
      <SecondaryButton disabled={disabled} onClick={onMoveToFront}>
        Make it the first
      </SecondaryButton>
    )}
    <SecondaryButton disabled={disabled} onClick={onRemove}>
      Remove
    </SecondaryButton>
  </div>
)

interface StepButtonsProps {
  readonly onStep: (direction: Direction) => void
}

const StepButtons = ({ onStep }: StepButtonsProps) => (
  <div className={styles.buttons}>
    <StepButton label="Previous picture" onClick={() => onStep(-1)} Icon={IconChevronLeft} />
    <StepButton
      label="Next picture"
      onClick={() => onStep(1)}
      Icon={IconChevronRight}
      hasInitialFocus
    />
    <span className={styles.keys}>or arrow keys</span>
  </div>
)

interface StepButtonProps {
  readonly label: string
  readonly Icon: typeof IconChevronLeft
  readonly hasInitialFocus?: boolean
  readonly onClick: () => void
}

const StepButton = ({ label, Icon, hasInitialFocus = false, onClick }: StepButtonProps) => (
  <ActionIcon
    variant="default"
    size={36}
    aria-label={label}
    data-repeatable
    data-autofocus={hasInitialFocus || undefined}
    onClick={onClick}
  >
    <Icon size={18} stroke={1.5} aria-hidden="true" />
  </ActionIcon>
)

interface LargePictureProps {
  readonly pictures: readonly ItemPicture[]
  readonly picture: ItemPicture
  readonly onViewed: (name: string) => void
}

/** A picture as large as the dialog allows; a click opens it in the zoom viewer. */
function LargePicture({ pictures, picture, onViewed }: LargePictureProps) {
  const { id: itemId } = useItem().item
  const { name, fileName, width, height, alt } = picture

  return (
    <ZoomLink
      pictures={pictures.map((itemPicture) => toZoomPicture(itemId, itemPicture))}
      index={pictures.indexOf(picture)}
      className={styles.zoomLink}
      style={{ '--ratio': width / height } as CSSProperties}
      onViewed={(index) => {
        const viewedPicture = pictures[index]
        if (viewedPicture && viewedPicture !== picture) onViewed(viewedPicture.name)
      }}
    >
      <Picture
        // By picture, so that none is stretched to the size of the previous one.
        key={name}
        src={pictureAddress(itemId, name)}
        alt={alt.en || fileName}
        width={width}
        height={height}
        className={styles.large}
        fallback={<PicturePlaceholder />}
      />
      <span className={`flex-middle ${styles.zoomMark}`}>
        <IconZoomIn size={18} stroke={1.5} aria-hidden="true" /> Enlarge
      </span>
    </ZoomLink>
  )
}

const toZoomPicture = (
  itemId: number,
  { name, fileName, width, height, alt, kind, credit, licence }: ItemPicture,
): ZoomPicture => ({
  address: pictureAddress(itemId, name),
  alt: alt.en || fileName,
  width,
  height,
  captions: [pictureKindNames[kind], credit, pictureLicenceName(licence)].filter(Boolean),
})
