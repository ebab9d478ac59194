import { Button, UnstyledButton } from '@mantine/core'
import { IconEyeOff, IconMessageOff, IconPhotoOff } from '@tabler/icons-react'
import { type ItemPicture, isMissingAltText, pictureKindNames } from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { Picture } from '../../../../ui/lists/picture.tsx'
import { type DragSurfaceProps, SortableList } from '../../../../ui/lists/sortable-list.tsx'
import { useItem } from '../item-context.ts'
import styles from './picture-strip.module.css'
import type { PictureChanges } from './use-picture-changes.ts'

interface PictureStripProps {
  readonly onMove: PictureChanges['move']
  readonly onOpen: (name: string) => void
}

/** A longer strip is folded to the first `foldedCount` pictures: never for one or two more. */
const maxUnfolded = 12
const foldedCount = 10

const hiddenMark = { text: 'not shown to visitors', Icon: IconEyeOff }
const noAltMark = { text: 'without alternative text', Icon: IconMessageOff }

function listMarks(picture: ItemPicture) {
  const marks = []
  if (!picture.public) marks.push(hiddenMark)
  if (isMissingAltText(picture)) marks.push(noAltMark)
  return marks
}

/** Thumbnails of the item's pictures, which can be reordered and opened. */
export function PictureStrip({ onMove, onOpen }: PictureStripProps) {
  const { item } = useItem()
  const { pictures } = item
  const [isOpen, setOpen] = useState(false)
  const isFolded = pictures.length > maxUnfolded && !isOpen
  const findNumber = ({ name }: ItemPicture) =>
    pictures.findIndex((picture) => picture.name === name) + 1
  const firstPublicNumber = pictures.findIndex((picture) => picture.public) + 1
  const usedMarks = [hiddenMark, noAltMark].filter((mark) =>
    pictures.some((picture) => listMarks(picture).includes(mark)),
  )

  const move = ({ name }: ItemPicture, to: (from: number) => number) => {
    const index = onMove(name, to)
    // Unfolds the strip if the picture would be out of sight.
    if (index !== undefined && index >= foldedCount) setOpen(true)
    return index
  }

  return (
    <div className={styles.strip}>
      <SortableList
        layout="grid"
        className={styles.tiles}
        items={isFolded ? pictures.slice(0, foldedCount) : pictures}
        getKey={({ name }) => name}
        getLabel={({ fileName }) => fileName}
        onMove={move}
      >
        {(picture, handle, surface) => (
          <Tile
            itemId={item.id}
            picture={picture}
            number={findNumber(picture)}
            count={pictures.length}
            handle={handle}
            surface={surface}
            onOpen={() => onOpen(picture.name)}
          />
        )}
      </SortableList>
      {item.public && firstPublicNumber !== 1 && (
        <p className={styles.note}>
          {firstPublicNumber === 0
            ? 'Visitors see no picture.'
            : `Visitors see picture ${firstPublicNumber} first.`}
        </p>
      )}
      <div className={`flex-middle ${styles.foot} no-print`}>
        {usedMarks.map(({ text, Icon }) => (
          <span key={text} className={`quiet inline-middle ${styles.legend}`}>
            <Icon {...iconProps} /> {text}
          </span>
        ))}
        {pictures.length > maxUnfolded && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show fewer pictures' : `Show all ${pictures.length} pictures`}
          </Button>
        )}
      </div>
    </div>
  )
}

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

interface TileProps {
  readonly itemId: number
  readonly picture: ItemPicture
  readonly number: number
  readonly count: number
  /** The handle by which the tile is dragged or moved with arrow keys. */
  readonly handle: ReactNode
  readonly surface: DragSurfaceProps
  readonly onOpen: () => void
}

function Tile({ itemId, picture, number, count, handle, surface, onOpen }: TileProps) {
  const kind = pictureKindNames[picture.kind]
  const marks = listMarks(picture)
  const label = [
    `Picture ${number} of ${count}: ${kind}`,
    picture.fileName,
    ...marks.map(({ text }) => text),
  ].join(', ')

  return (
    <>
      <UnstyledButton
        aria-label={label}
        className={styles.thumbnail ?? ''}
        onClick={onOpen}
        {...surface}
      >
        <Picture
          src={pictureAddress(itemId, picture.name, 'thumbnail')}
          alt=""
          loading="lazy"
          draggable={false}
        />
        {marks.length > 0 && (
          <span className={styles.marks}>
            {marks.map(({ text, Icon }) => (
              <Icon key={text} {...iconProps} />
            ))}
          </span>
        )}
      </UnstyledButton>
      {number === 1 && count > 1 && (
        <span aria-hidden="true" className={styles.first}>
          First
        </span>
      )}
      <div className={`flex-middle ${styles.under}`}>
        <span className={styles.kind}>{kind}</span>
        {count > 1 && <span className={`${styles.handle} no-print`}>{handle}</span>}
      </div>
    </>
  )
}

/** Shown in place of a picture that is missing or could not be loaded. */
export const PicturePlaceholder = ({
  children = 'The picture could not be loaded.',
}: {
  readonly children?: ReactNode
}) => (
  <span className={styles.failed}>
    <IconPhotoOff size={40} stroke={1} aria-hidden="true" />
    {children}
  </span>
)

const folders = { screen: '', thumbnail: 'thumbnail/' } as const

/** Address of a picture's file. Contains its name, a hash, so that browsers can cache the file. */
export const pictureAddress = (
  itemId: number,
  name: string,
  size: keyof typeof folders = 'screen',
): string => `/api/image/${folders[size]}${itemId}?v=${name}`
