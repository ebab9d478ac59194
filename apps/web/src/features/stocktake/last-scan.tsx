import {
  IconAlertTriangle,
  IconCheck,
  IconMapPin,
  IconQuestionMark,
  IconRepeat,
  IconTransfer,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { outcomes, type StocktakeItem } from '@vitrine/contract'
import { useEffect, useRef } from 'react'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import styles from './scan-page.module.css'
import type { LastCode } from './use-last-code.ts'
import type { Scanning } from './use-scanning.ts'

const looks: Record<
  LastCode['kind'],
  { readonly tone?: string; readonly Icon: TablerIcon; readonly text: string }
> = {
  here: { tone: 'good', Icon: IconCheck, text: outcomes.here },
  elsewhere: { tone: 'watch', Icon: IconTransfer, text: outcomes.elsewhere },
  unknown: { tone: 'urgent', Icon: IconQuestionMark, text: outcomes.unknown },
  twice: { tone: 'again', Icon: IconRepeat, text: outcomes.twice },
  place: { Icon: IconMapPin, text: 'You are in' },
  placeFirst: { tone: 'urgent', Icon: IconAlertTriangle, text: 'Scan or choose a place first' },
  several: {
    tone: 'watch',
    Icon: IconAlertTriangle,
    text: 'Several objects have this number: which one is it?',
  },
  dismissed: { tone: 'again', Icon: IconX, text: 'Dismissed' },
  failed: { tone: 'urgent', Icon: IconAlertTriangle, text: 'NOT stored: please scan it again' },
}

interface LastScanProps {
  readonly scanning: Scanning
  readonly mayDismiss: boolean
  readonly onCondition: (item: StocktakeItem) => void
}

/** How many of the items with one number are offered. */
const severalShown = 8

/** What the last code was. It has its size before the first one: nothing moves under the thumb. */
export function LastScan({ scanning, mayDismiss, onCondition }: LastScanProps) {
  const { last, choose, dismiss, place, places } = scanning
  const section = useRef<HTMLElement>(null)
  // Low windows do not show all of the screen.
  useEffect(() => {
    if (last && !last.isFromList) section.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  const { tone, Icon, text } = looks[last?.kind ?? 'place']
  const item = last?.item
  const several = last?.several?.length ?? 0
  return (
    <section
      ref={section}
      aria-label="Last scan"
      className={`column stack ${styles.tone} ${styles.result}`}
      data-tone={tone}
    >
      <div role="status" className={`flex-middle ${styles.said}`}>
        {!last && <p>Nothing scanned yet.</p>}
        {last && <Icon size={40} stroke={2} aria-hidden="true" />}
        {last && (
          <p className={`column breakable ${styles.words}`}>
            <strong className={styles.outcome}>
              {last.kind === 'place' ? `${text} ${place?.name}` : text}
            </strong>
            {last.kind === 'place' && <span>Now scan object after object.</span>}
            <span>{item ? `${item.identifier} ${item.name}` : last.code}</span>
            {last.kind === 'dismissed' && <span>Scan it again if it matters after all.</span>}
            {last.kind === 'elsewhere' && (
              <span>Expected: {places.pathOf(item?.placeId ?? 0) || 'no place noted'}</span>
            )}
          </p>
        )}
      </div>
      {last?.several?.slice(0, severalShown).map((one) => (
        <SecondaryButton
          key={one.id}
          size="xl"
          className={styles.wide ?? ''}
          onClick={() => choose(last.code, one)}
        >
          {one.identifier}
          <span className={styles.below}>{one.name}</span>
        </SecondaryButton>
      ))}
      {several > severalShown && (
        <p className={styles.words}>and {several - severalShown} more: type the whole number.</p>
      )}
      {last?.kind === 'unknown' && mayDismiss && (
        <SecondaryButton size="xl" onClick={() => dismiss(last.code)}>
          Dismiss
        </SecondaryButton>
      )}
      {item && (
        <div className={styles.parts}>
          <span className={styles.thumbnail}>
            <Thumbnail item={item} />
          </span>
          <SecondaryButton size="xl" onClick={() => onCondition(item)}>
            Condition…
          </SecondaryButton>
        </div>
      )}
    </section>
  )
}
