import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { StocktakeData, StocktakeItem } from '@vitrine/contract'
import { Block } from '../../ui/layout/page-parts.tsx'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import scanner from '../../ui/scanner/scanner.module.css'
import { FactRow } from './fact-row.tsx'
import styles from './scan-page.module.css'
import type { Scanning } from './use-scanning.ts'
import type { StocktakeOnPhone } from './use-stocktake.ts'

const maxRecent = 10
const maxMissing = 100

interface SeenListsProps {
  readonly data: StocktakeData
  readonly stocktake: StocktakeOnPhone
  readonly scanning: Scanning
  readonly mayDismiss: boolean
  readonly onFound: (item: StocktakeItem) => void
}

/** The items still to be found in this place, and the latest scans. */
export function SeenLists({ data, stocktake, scanning, mayDismiss, onFound }: SeenListsProps) {
  const { place, seenItemIds, isInside } = scanning

  const missing = data.items.filter(
    (item) =>
      place && item.expected && !seenItemIds.has(item.id) && isInside(item.placeId, place.id),
  )

  const listedFacts = [...stocktake.facts.values()].filter(({ kind }) => kind !== 'dismissed')

  return (
    <>
      {place && (
        <Block title={`Still to find here: ${missing.length}`}>
          {missing.length > 0 && data.campaign.mayScan && (
            <p className="note">Is a label missing? Tap the object that you have found.</p>
          )}
          <ul className={`plain-list ${styles.items}`}>
            {missing.slice(0, maxMissing).map((item) => (
              <li key={item.id}>
                {data.campaign.mayScan ? (
                  <UnstyledButton
                    className={`flex-middle ${styles.missing}`}
                    onClick={() => onFound(item)}
                  >
                    <MissingItem item={item} />
                    <IconChevronRight size={24} aria-hidden="true" />
                  </UnstyledButton>
                ) : (
                  <MissingItem item={item} />
                )}
              </li>
            ))}
          </ul>
          {missing.length > maxMissing && (
            <p className="note">and {missing.length - maxMissing} more</p>
          )}
          {missing.length === 0 && (
            <p className="note">Everything that is expected here was seen.</p>
          )}
        </Block>
      )}
      {listedFacts.length > 0 && (
        <Block title="Seen last">
          <ul className={`plain-list ${styles.items}`}>
            {listedFacts
              .slice(-maxRecent)
              .reverse()
              .map((fact) => (
                <FactRow
                  key={fact.id}
                  fact={fact}
                  stocktake={stocktake}
                  scanning={scanning}
                  mayDismiss={mayDismiss}
                />
              ))}
          </ul>
        </Block>
      )}
    </>
  )
}

const MissingItem = ({ item }: { readonly item: StocktakeItem }) => (
  <>
    <span className={scanner.thumbnail}>
      <Thumbnail item={item} />
    </span>
    <span className={styles.grow}>
      <strong>{item.identifier}</strong> {item.name}
    </span>
  </>
)
