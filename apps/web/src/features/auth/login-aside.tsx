import { UnstyledButton } from '@mantine/core'
import styles from './login-aside.module.css'

interface DemoAccountsProps {
  readonly emails: readonly string[]
  readonly onPick: (email: string) => void
}

export function DemoAccounts({ emails, onPick }: DemoAccountsProps) {
  return (
    <section className={`quiet ${styles.box}`} aria-label="Demo accounts">
      This is a demo: the foundation, its museums, its people and the stories of its objects are invented. Pick an
      account to fill in the form:
      <ul className={styles.list}>
        {emails.map((email) => (
          <li key={email}>
            <UnstyledButton className={`frame ${styles.account}`} onClick={() => onPick(email)}>
              {email}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shown on a new installation, which has no user yet. */
export function FirstRootHint() {
  return (
    <section className={`quiet ${styles.box}`} aria-label="First steps">
      There are no users yet. Create the first one on the server; the command prints a link to set the password:
      <code className={`frame ${styles.command}`}>
        npm run vitrine -- create-root <span className={styles.option}>--email you@example.org</span>
      </code>
    </section>
  )
}
