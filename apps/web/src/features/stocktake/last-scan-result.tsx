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
import { type StocktakeItem, scanOutcomes } from '@vitrine/contract'
import { useEffect, useRef } from 'react'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import scanner from '../../ui/scanner/scanner.module.css'
import styles from './scan-page.module.css'
import type { ScannedCode } from './use-scanned-codes.ts'
import type { Scanning } from './use-scanning.ts'

const outcomeLooks: Record<
  ScannedCode['kind'],
  { readonly tone?: string; readonly Icon: TablerIcon; readonly text: string }
> = {
  here: { tone: 'good', Icon: IconCheck, text: scanOutcomes.here },
  elsewhere: { tone: 'watch', Icon: IconTransfer, text: scanOutcomes.elsewhere },
  unknown: { tone: 'urgent', Icon: IconQuestionMark, text: scanOutcomes.unknown },
  twice: { tone: 'again', Icon: IconRepeat, text: scanOutcomes.twice },
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

interface LastScanResultProps {
  readonly scanning: Scanning
  readonly mayDismiss: boolean
  readonly onCondition: (item: StocktakeItem) => void
}

/** How many items with the same number are offered. */
const maxChoices = 8

/**
 * The result of the latest code. Has its full size from the start, so that buttons do not move
 * under the thumb.
 */
export function LastScanResult({ scanning, mayDismiss, onCondition }: LastScanResultProps) {
  const { lastCode, choose, dismiss, place, places } = scanning
  const section = useRef<HTMLElement>(null)

  // On low screens the result may be out of view.
  useEffect(() => {
    if (lastCode && !lastCode.isFromList) section.current?.scrollIntoView({ block: 'nearest' })
  }, [lastCode])

  const { tone, Icon, text } = outcomeLooks[lastCode?.kind ?? 'place']
  const item = lastCode?.item
  const choiceCount = lastCode?.several?.length ?? 0

  return (
    <section
      ref={section}
      aria-label="Last scan"
      className={`column stack tone ${scanner.result} ${styles.lastScan}`}
      data-tone={tone}
    >
      <div role="status" className={`flex-middle ${scanner.resultText}`}>
        {!lastCode && <p>Nothing scanned yet.</p>}
        {lastCode && <Icon size={40} stroke={2} aria-hidden="true" />}
        {lastCode && (
          <p className={`column breakable ${scanner.words}`}>
            <strong className={scanner.outcome}>
              {lastCode.kind === 'place' ? `${text} ${place?.name}` : text}
            </strong>
            {lastCode.kind === 'place' && <span>Now scan object after object.</span>}
            <span>{item ? `${item.identifier} ${item.name}` : lastCode.code}</span>
            {lastCode.kind === 'dismissed' && <span>Scan it again if it matters after all.</span>}
            {lastCode.kind === 'elsewhere' && (
              <span>Expected: {places.pathOf(item?.placeId ?? 0) || 'no place noted'}</span>
            )}
          </p>
        )}
      </div>
      {lastCode?.several?.slice(0, maxChoices).map((candidate) => (
        <SecondaryButton
          key={candidate.id}
          size="xl"
          className={scanner.wide ?? ''}
          onClick={() => choose(lastCode.code, candidate)}
        >
          {candidate.identifier}
          <span className={scanner.below}>{candidate.name}</span>
        </SecondaryButton>
      ))}
      {choiceCount > maxChoices && (
        <p className={scanner.words}>and {choiceCount - maxChoices} more: type the whole number.</p>
      )}
      {lastCode?.kind === 'unknown' && mayDismiss && (
        <SecondaryButton size="xl" onClick={() => dismiss(lastCode.code)}>
          Dismiss
        </SecondaryButton>
      )}
      {item && (
        <div className={scanner.parts}>
          <span className={scanner.thumbnail}>
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
