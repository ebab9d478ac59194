import type { Passkey, SecondStepState } from '@vitrine/contract'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { mediumDate } from '../../../ui/text/dates.ts'
import styles from '../rows.module.css'

interface SecondStepListProps {
  readonly state: SecondStepState
  readonly onRemoveApp: () => void
  readonly onRemovePasskey: (id: number, name: string) => void
  readonly onRenewCodes: () => void
}

export function SecondStepList({ state, onRemoveApp, onRemovePasskey, onRenewCodes }: SecondStepListProps) {
  const left = state.recoveryCodesLeft
  return (
    <ul className={`plain-list ${styles.list}`}>
      {state.code && (
        <li className={`flex-middle ${styles.row}`}>
          <span className="breakable medium">Authenticator app</span>
          <SmallButton onClick={onRemoveApp}>Switch off</SmallButton>
        </li>
      )}
      {state.passkeys.map((passkey) => (
        <li key={passkey.id} className={`flex-middle ${styles.row}`}>
          <div>
            <div className="breakable medium">{passkey.name}</div>
            <p className="hint">{passkeyUse(passkey)}</p>
          </div>
          <SmallButton
            aria-label={`Remove (${passkey.name})`}
            onClick={() => onRemovePasskey(passkey.id, passkey.name)}
          >
            Remove
          </SmallButton>
        </li>
      ))}
      <li className={`flex-middle ${styles.row}`}>
        <div>
          <div className="breakable medium">Recovery codes</div>
          <p className="hint">{left === 1 ? 'One left.' : `${left} left.`}</p>
        </div>
        <SmallButton onClick={onRenewCodes}>New recovery codes</SmallButton>
      </li>
    </ul>
  )
}

const passkeyUse = ({ createdAt, usedAt }: Passkey) =>
  `Passkey, added on ${mediumDate(createdAt)}, ${usedAt ? `last used on ${mediumDate(usedAt)}` : 'not used yet'}.`
