import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { aboutPath, productName, toYear, versionLabel } from '@vitrine/contract'
import styles from './footer.module.css'
import { settingsQuery } from './settings-query.ts'

/** The foundation's address, the version and a link to the screen About. */
export function Footer({ className = '' }: { readonly className?: string }) {
  const { data: settings } = useQuery(settingsQuery)

  return (
    <footer className={`quiet ${styles.footer} no-print`}>
      <div className={`flex-wrap ${styles.inner} ${className}`}>
        <address className={styles.address}>
          © {toYear(new Date())}
          {settings && ` ${settings.foundation.name}, ${settings.foundation.address}`}
        </address>
        <div className={`flex-wrap ${styles.meta}`}>
          <span>{versionLabel}</span>
          <Link to={aboutPath}>{productName}</Link>
        </div>
      </div>
    </footer>
  )
}
