import styles from './first-root-hint.module.css'

/** Shown on a new installation, which has no user yet. */
export function FirstRootHint() {
  return (
    <section className={styles.box} aria-label="First steps">
      There are no users yet. Create the first one on the server; the command prints a link to set the password:
      <code className={styles.command}>
        npm run vitrine -- create-root <span className={styles.option}>--email you@example.org</span>
      </code>
    </section>
  )
}
