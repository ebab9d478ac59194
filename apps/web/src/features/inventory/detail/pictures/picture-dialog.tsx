import { ActionIcon, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconZoomIn } from '@tabler/icons-react'
import { type ItemPicture, pictureKindNames, pictureLicenceName } from '@vitrine/contract'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { afterFocusReturns, isDialogCovered } from '../../../../ui/feedback/dialogs.ts'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { confirmDiscard } from '../../../../ui/forms/unsaved.tsx'
import { Picture } from '../../../../ui/lists/picture.tsx'
import { useItem } from '../item-context.ts'
import styles from './picture-dialog.module.css'
import { PictureForm } from './picture-form.tsx'
import { PicturePlaceholder, pictureAddress } from './picture-strip.tsx'
import type { PictureChanges } from './use-picture-changes.ts'

interface PictureDialogProps {
  readonly name: string
  readonly changes: PictureChanges
  readonly onShow: (name: string) => void
  readonly onClosed: () => void
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 }

export function PictureDialog({ name, changes, onShow, onClosed }: PictureDialogProps) {
  const { item } = useItem()
  const [opened, setOpened] = useState(false)
  // While it closes after a removal, it shows what it showed.
  const [before, setBefore] = useState<readonly ItemPicture[] | null>(null)
  const pictures = before ?? item.pictures
  // Opened after mounting: only then does the modal remember the focus and return it.
  useEffect(() => setOpened(true), [])
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const hasEdits = useRef(false)
  // A change of the pictures during a save would conflict with it.
  const [isSaving, setSaving] = useState(false)
  const index = pictures.findIndex((picture) => picture.name === name)
  const picture = pictures[index]
  // A colleague may have removed it.
  useEffect(() => {
    if (!picture) setOpened(false)
  }, [picture])

  const mayGo = async () => !isDialogCovered() && (!hasEdits.current || (await confirmDiscard()))
  const close = async () => {
    if (await mayGo()) setOpened(false)
  }
  const step = async (by: 1 | -1) => {
    const next = pictures.at((index + by) % pictures.length)
    if (next && pictures.length > 1 && (await mayGo())) onShow(next.name)
  }
  // Looking at another picture is no reason to ask about unsaved edits.
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
      onExitTransitionEnd={afterFocusReturns(onClosed)}
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
            <LargePicture pictures={pictures} picture={picture} onSeen={onSeen} />
            <div className={styles.ways}>
              {pictures.length > 1 && (
                <div className={styles.steps}>
                  <Step label="Previous picture" onClick={() => step(-1)} Icon={IconChevronLeft} />
                  <Step
                    label="Next picture"
                    onClick={() => step(1)}
                    Icon={IconChevronRight}
                    isFirst
                  />
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
            picture={picture}
            hasEdits={hasEdits}
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
    data-repeatable
    {...(isFirst && { 'data-autofocus': true })}
    onClick={onClick}
  >
    <Icon size={18} stroke={1.5} aria-hidden="true" />
  </ActionIcon>
)

interface LargePictureProps {
  readonly pictures: readonly ItemPicture[]
  readonly picture: ItemPicture
  readonly onSeen: (name: string) => void
}

/** A picture as large as the dialog allows, and larger when it is clicked. */
function LargePicture({ pictures, picture, onSeen }: LargePictureProps) {
  const { id: itemId } = useItem().item
  const { name, fileName, width, height, alt } = picture
  const lookClosely = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const link = event.currentTarget
    try {
      await openZoom(linksOf(itemId, pictures), pictures.indexOf(picture), (place) => {
        const seen = pictures[place]
        link.focus()
        if (seen && seen !== picture) onSeen(seen.name)
      })
    } catch {
      location.assign(link.href)
    }
  }
  return (
    <a
      href={pictureAddress(itemId, name)}
      className={styles.closely}
      style={{ '--ratio': width / height } as CSSProperties}
      onClick={(event) => void lookClosely(event)}
    >
      <Picture
        // Another picture never stands in the frame of the one before.
        key={name}
        src={pictureAddress(itemId, name)}
        alt={alt.en || fileName}
        width={width}
        height={height}
        className={styles.large}
        fallback={<PicturePlaceholder />}
      />
      <span className={`flex-middle ${styles.lens}`}>
        <IconZoomIn size={18} stroke={1.5} aria-hidden="true" /> Enlarge
      </span>
    </a>
  )
}

const words = {
  smaller: 'Zoom out',
  larger: 'Zoom in',
  close: 'Close',
  previous: 'Previous picture',
  next: 'Next picture',
  images: '/api/iiif/3',
}

interface Zoom {
  show(link: HTMLAnchorElement, words: Readonly<Record<string, string>>): HTMLDialogElement
}

/** As visitors do, by the script of their pages; without it the link leads to the picture. */
async function openZoom(
  links: readonly HTMLAnchorElement[],
  place: number,
  onClosed: (place: number) => void,
) {
  const address = '/public/zoom.js'
  const { show } = (await import(/* @vite-ignore */ address)) as Zoom
  const [link] = links.slice(place)
  if (!link) return
  const opened = show(link, words)
  // Its keys are its own: Escape closes it, and the dialog below stays.
  opened.addEventListener('keydown', (pressed) => pressed.stopPropagation())
  opened.addEventListener('close', () => onClosed(Number(opened.dataset.place)))
  for (const { dataset } of opened.querySelectorAll('button')) {
    dataset.mantineStopPropagation = 'true'
    dataset.repeatable = 'true'
  }
}

/** Pictures with what is said of them, as the script reads them from a page of visitors. */
function linksOf(itemId: number, pictures: readonly ItemPicture[]): HTMLAnchorElement[] {
  const figure = document.createElement('figure')
  figure.className = 'picture'
  return pictures.map(({ name, fileName, width, height, alt, kind, credit, licence }) => {
    const link = Object.assign(document.createElement('a'), { href: pictureAddress(itemId, name) })
    link.append(
      Object.assign(document.createElement('img'), { alt: alt.en || fileName, width, height }),
    )
    const said = document.createElement('p')
    for (const textContent of [pictureKindNames[kind], credit, pictureLicenceName(licence)].filter(
      Boolean,
    ))
      said.append(Object.assign(document.createElement('span'), { textContent }))
    const entry = document.createElement('div')
    entry.append(link, said)
    figure.append(entry)
    return link
  })
}
