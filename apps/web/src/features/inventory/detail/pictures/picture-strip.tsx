import { Button, UnstyledButton } from '@mantine/core'
import { IconEyeOff, IconMessageOff, IconPhotoOff } from '@tabler/icons-react'
import { type ItemPicture, lacksAlt, pictureKindNames } from '@vitrine/contract'
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

/** More than these are shown on demand. */
const fewEnough = 12
const shownFolded = 10

const hidden = { text: 'not shown to visitors', Icon: IconEyeOff }
const silent = { text: 'without alternative text', Icon: IconMessageOff }
const marksOf = (picture: ItemPicture) => [
  ...(picture.public ? [] : [hidden]),
  ...(lacksAlt(picture) ? [silent] : []),
]

export function PictureStrip({ onMove, onOpen }: PictureStripProps) {
  const { item } = useItem()
  const { pictures } = item
  const [isOpen, setOpen] = useState(false)
  const isFolded = pictures.length > fewEnough && !isOpen
  const numberOf = ({ name }: ItemPicture) =>
    pictures.findIndex((picture) => picture.name === name) + 1
  const visitorsFirst = pictures.findIndex((picture) => picture.public) + 1
  const marks = [hidden, silent].filter((mark) =>
    pictures.some((picture) => marksOf(picture).includes(mark)),
  )
  const move = ({ name }: ItemPicture, to: (from: number) => number) => {
    const place = onMove(name, to)
    // It stays in sight.
    if (place !== undefined && place >= shownFolded) setOpen(true)
    return place
  }
  return (
    <div className={styles.strip}>
      <SortableList
        layout="grid"
        className={styles.tiles}
        items={isFolded ? pictures.slice(0, shownFolded) : pictures}
        getKey={({ name }) => name}
        getLabel={({ fileName }) => fileName}
        onMove={move}
      >
        {(picture, handle, surface) => (
          <Tile
            itemId={item.id}
            picture={picture}
            number={numberOf(picture)}
            count={pictures.length}
            handle={handle}
            surface={surface}
            onOpen={() => onOpen(picture.name)}
          />
        )}
      </SortableList>
      {item.public && visitorsFirst !== 1 && (
        <p className={styles.note}>
          {visitorsFirst === 0
            ? 'Visitors see no picture.'
            : `Visitors see picture ${visitorsFirst} first.`}
        </p>
      )}
      <div className={`flex-middle ${styles.foot} no-print`}>
        {marks.map(({ text, Icon }) => (
          <span key={text} className={`quiet inline-middle ${styles.legend}`}>
            <Icon {...look} /> {text}
          </span>
        ))}
        {pictures.length > fewEnough && (
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

const look = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

interface TileProps {
  readonly itemId: number
  readonly picture: ItemPicture
  readonly number: number
  readonly count: number
  readonly handle: ReactNode
  readonly surface: DragSurfaceProps
  readonly onOpen: () => void
}

function Tile({ itemId, picture, number, count, handle, surface, onOpen }: TileProps) {
  const kind = pictureKindNames[picture.kind]
  const marks = marksOf(picture)
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
              <Icon key={text} {...look} />
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

export const pictureAddress = (
  itemId: number,
  name: string,
  size: keyof typeof folders = 'screen',
): string => `/api/image/${folders[size]}${itemId}?v=${name}`
