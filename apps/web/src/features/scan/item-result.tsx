import { Button, FileButton } from '@mantine/core'
import { IconArrowRight, IconCamera, IconExternalLink, IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CodeItem } from '@vitrine/contract'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import scanner from '../../ui/scanner/scanner.module.css'
import type { ItemAction } from './item-action.ts'
import styles from './scan-page.module.css'
import type { Photos } from './use-photos.ts'
import type { Scan } from './use-scan.ts'

interface ItemResultProps {
  readonly item: CodeItem
  readonly scan: Scan
  readonly photos: Photos
  readonly actions: readonly ItemAction[]
  readonly onAction: (action: ItemAction) => void
}

/** The scanned item, with buttons for the usual next steps. */
export function ItemResult({ item, scan, photos, actions, onAction }: ItemResultProps) {
  const { place, move, startMoving } = scan
  const mayMoveToPlace = place && !place.archived && place.id !== item.placeId

  return (
    <>
      <div role="status" className={`flex-middle ${scanner.resultText}`}>
        <span className={styles.picture}>
          <Thumbnail item={item} />
        </span>
        <p className={`column breakable ${scanner.words}`}>
          <strong className={scanner.outcome}>{item.identifier}</strong>
          <span>{item.name}</span>
          <span>{item.place || 'In no place yet'}</span>
          {item.archived && <strong>Archived</strong>}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          size="xl"
          component={Link}
          to={`/inventory-detail/${item.id}`}
          leftSection={<IconExternalLink {...iconProps} />}
        >
          Open
        </Button>
        {!item.archived && (
          <>
            <SecondaryButton
              size="xl"
              leftSection={<IconArrowRight {...iconProps} />}
              onClick={startMoving}
            >
              Move…
            </SecondaryButton>
            <FileButton
              accept="image/*"
              capture="environment"
              inputProps={{ 'aria-label': 'Take a photo' }}
              onChange={(file) => photos.add(item, file)}
            >
              {(opener) => (
                <SecondaryButton
                  size="xl"
                  loading={photos.isBusy}
                  leftSection={<IconCamera {...iconProps} />}
                  {...opener}
                >
                  Photo
                </SecondaryButton>
              )}
            </FileButton>
            {actions.map((action) => (
              <SecondaryButton
                key={action.label}
                size="xl"
                leftSection={<action.Icon {...iconProps} />}
                onClick={() => onAction(action)}
              >
                {action.label}
              </SecondaryButton>
            ))}
            {mayMoveToPlace && (
              <SecondaryButton
                size="xl"
                className={styles.long ?? ''}
                leftSection={<IconMapPin {...iconProps} />}
                onClick={() => move(item, place)}
              >
                Move to {place.name}
              </SecondaryButton>
            )}
          </>
        )}
      </div>
    </>
  )
}

export const iconProps = { size: 24, stroke: 1.75, 'aria-hidden': true } as const
