import styles from './first-root-hint.module.css'

/** For whoever has just installed Vitrine and finds a login that nobody can use yet. */
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
