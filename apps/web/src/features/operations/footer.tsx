import { useQuery } from '@tanstack/react-query'
import { versionLabel } from '@vitrine/contract'
import styles from './footer.module.css'
import { settingsQuery } from './settings-query.ts'

export function Footer({ className = '' }: { readonly className?: string }) {
  const { data: settings } = useQuery(settingsQuery)
  return (
    <footer className={styles.footer}>
      <div className={`${styles.inner} ${className}`}>
        <address className={styles.address}>
          © {new Date().getFullYear()}
          {settings && ` ${settings.foundation.name}, ${settings.foundation.address}`}
        </address>
        <div className={styles.meta}>
          <span>{versionLabel}</span>
          {settings?.credit && <a href={settings.credit.url}>{settings.credit.label}</a>}
        </div>
      </div>
    </footer>
  )
}
