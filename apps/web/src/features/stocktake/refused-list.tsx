import { withConfirmation } from '../../ui/feedback/dialogs.ts'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { Block } from '../../ui/layout/page-parts.tsx'
import styles from './scan-page.module.css'
import type { Refused } from './send-facts.ts'
import type { CampaignOnPhone } from './use-campaign.ts'
import type { Scanning } from './use-scanning.ts'

interface RefusedListProps {
  readonly campaign: CampaignOnPhone
  readonly itemOf: Scanning['itemOf']
}

/** Names what the server does not accept. It stays on the phone until it is removed by hand. */
export function RefusedList({ campaign: { refused, remove }, itemOf }: RefusedListProps) {
  if (refused.length === 0) return null
  const nameOf = ({ fact, what }: Refused) => {
    const name = itemOf(fact.itemId)?.identifier ?? fact.code
    return what === 'photo' ? `Photo of ${name}` : name
  }
  return (
    <Block title={`Not accepted: ${refused.length}`}>
      <p className="note">
        This stays on this phone; everything else is sent. Please scan the objects again.
      </p>
      <ul className={`plain-list ${styles.items}`}>
        {refused.map((one) => (
          <li key={`${one.what} ${one.fact.id}`}>
            <p className={`breakable ${styles.words}`}>
              <strong>{nameOf(one)}</strong>
              <span className={styles.state}>{one.reason}</span>
            </p>
            <SecondaryButton
              size="md"
              aria-label={`Remove ${nameOf(one)}`}
              onClick={withConfirmation(
                {
                  title: 'Remove from this phone',
                  message: `${nameOf(one)} was not accepted. Once it is removed from here, it can’t be brought back.`,
                  loss: { accept: 'Remove', avoid: 'Keep' },
                },
                () => void remove(one),
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
