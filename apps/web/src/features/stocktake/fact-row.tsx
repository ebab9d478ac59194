import { conditionNames, formatScanner } from '@vitrine/contract'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import scanner from '../../ui/scanner/scanner.module.css'
import type { KnownFact } from './outbox.ts'
import styles from './scan-page.module.css'
import type { Scanning } from './use-scanning.ts'
import type { StocktakeOnPhone } from './use-stocktake.ts'

const arrivedLate = 'Arrived after closing; a manager will decide'

interface FactRowProps {
  readonly fact: KnownFact
  readonly stocktake: Pick<StocktakeOnPhone, 'unsentPhotos' | 'refused'>
  readonly scanning: Scanning
  readonly mayDismiss: boolean
}

/** A scan or a condition in a list, with its state: unsent, refused, late or dismissed. */
export function FactRow({ fact, stocktake, scanning, mayDismiss }: FactRowProps) {
  const { findItem, places, isDismissed, dismiss } = scanning
  const item = findItem(fact.itemId)
  const isUnknown = fact.kind === 'seen' && fact.itemId === null
  const state = formatFactState(fact, stocktake)

  return (
    <li>
      <p className={`breakable ${scanner.words}`}>
        <strong>{item?.identifier ?? fact.code}</strong> {isUnknown ? 'Unknown code' : item?.name}
        <span className={`quiet ${styles.line}`}>
          {[formatCondition(fact), places.get(fact.placeId ?? 0)?.name, formatScanner(fact)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {state && <span className={styles.state}>{state}</span>}
        {isUnknown && isDismissed(fact.code) && <span className={styles.state}>Dismissed</span>}
      </p>
      {isUnknown && mayDismiss && !isDismissed(fact.code) && (
        <SecondaryButton size="md" onClick={() => dismiss(fact.code)}>
          Dismiss
        </SecondaryButton>
      )}
    </li>
  )
}

function formatCondition({ condition, remark, photo }: KnownFact): string {
  if (condition === '') return ''
  return `${conditionNames[condition]}${photo ? ', with a photo' : ''}${remark && `: ${remark}`}`
}

function formatFactState(
  fact: KnownFact,
  { unsentPhotos, refused }: FactRowProps['stocktake'],
): string {
  const refusal = refused.find((upload) => upload.fact.id === fact.id)
  if (refusal) return refusal.what === 'photo' ? 'The photo is not accepted' : 'Not accepted'
  const isSent = 'receivedAt' in fact
  if (!isSent) return 'Not yet sent'
  const unsentPhoto = unsentPhotos.has(fact.id) ? 'The photo is not yet sent' : ''
  return ['late' in fact ? arrivedLate : '', unsentPhoto].filter(Boolean).join('. ')
}
