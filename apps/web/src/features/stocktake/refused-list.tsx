import { withConfirmation } from '../../ui/feedback/dialogs.ts'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { Block } from '../../ui/layout/page-parts.tsx'
import scanner from '../../ui/scanner/scanner.module.css'
import styles from './scan-page.module.css'
import type { RefusedUpload } from './send-facts.ts'
import type { Scanning } from './use-scanning.ts'
import type { StocktakeOnPhone } from './use-stocktake.ts'

interface RefusedListProps {
  readonly stocktake: StocktakeOnPhone
  readonly findItem: Scanning['findItem']
}

/** Lists what the server refuses. It stays on the phone until somebody removes it. */
export function RefusedList({ stocktake: { refused, remove }, findItem }: RefusedListProps) {
  if (refused.length === 0) return null

  const refusedName = ({ fact, what }: RefusedUpload) => {
    const name = findItem(fact.itemId)?.identifier ?? fact.code
    return what === 'photo' ? `Photo of ${name}` : name
  }

  return (
    <Block title={`Not accepted: ${refused.length}`}>
      <p className="note">
        This stays on this phone; everything else is sent. Please scan the objects again.
      </p>
      <ul className={`plain-list ${styles.items}`}>
        {refused.map((upload) => (
          <li key={`${upload.what} ${upload.fact.id}`}>
            <p className={`breakable ${scanner.words}`}>
              <strong>{refusedName(upload)}</strong>
              <span className={styles.state}>{upload.reason}</span>
            </p>
            <SecondaryButton
              size="md"
              aria-label={`Remove ${refusedName(upload)}`}
              onClick={withConfirmation(
                {
                  title: 'Remove from this phone',
                  message: `${refusedName(upload)} was not accepted. After removal it can’t be restored.`,
                  lossLabels: { confirm: 'Remove', cancel: 'Keep' },
                },
                () => void remove(upload),
              )}
            >
              Remove…
            </SecondaryButton>
          </li>
        ))}
      </ul>
    </Block>
  )
}
