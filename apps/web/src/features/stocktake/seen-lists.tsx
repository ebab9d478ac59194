import type { CampaignData } from '@vitrine/contract'
import { Block } from '../../ui/layout/page-parts.tsx'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import styles from './scan-page.module.css'
import type { CampaignOnPhone } from './use-campaign.ts'
import type { Scanning } from './use-scanning.ts'

const lastShown = 10
const missingShown = 100

interface SeenListsProps {
  readonly data: CampaignData
  readonly facts: CampaignOnPhone['facts']
  readonly scanning: Scanning
}

/** What is still to be found in this place, and what was seen last. */
export function SeenLists({ data, facts, scanning: { place, places, itemOf, seen, within } }: SeenListsProps) {
  const missing = data.items.filter(
    (item) => place && item.expected && !seen.has(item.id) && within(item.placeId, place.id),
  )
  const sightings = [...facts.values()].filter(({ kind }) => kind === 'seen')
  return (
    <>
      {place && (
        <Block title={`Still to find here: ${missing.length}`}>
          <ul className={`plain-list ${styles.items}`}>
            {missing.slice(0, missingShown).map((item) => (
              <li key={item.id} className="flex-middle">
                <span className={styles.thumbnail}>
                  <Thumbnail item={item} />
                </span>
                <span>
                  <strong>{item.identifier}</strong> {item.name}
                </span>
              </li>
            ))}
          </ul>
          {missing.length > missingShown && <p className="note">and {missing.length - missingShown} more</p>}
          {missing.length === 0 && <p className="note">Everything that is expected here was seen.</p>}
        </Block>
      )}
      {sightings.length > 0 && (
        <Block title="Seen last">
          <ul className={`plain-list ${styles.items}`}>
            {sightings
              .slice(-lastShown)
              .reverse()
              .map(({ id, itemId, placeId, code, by }) => (
                <li key={id}>
                  <strong>{itemOf(itemId)?.identifier ?? code}</strong> {itemOf(itemId)?.name ?? 'Unknown code'}{' '}
                  <span className="quiet">
                    {places.get(placeId ?? 0)?.name} · {by}
                  </span>
                </li>
              ))}
          </ul>
        </Block>
      )}
    </>
  )
}
