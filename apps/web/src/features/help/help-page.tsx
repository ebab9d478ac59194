import { Link } from '@tanstack/react-router'
import { type Screen, type ScreenPath, screens } from '@vitrine/contract'
import { useMayOpen } from '../../session/use-may-open.ts'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import styles from './help-page.module.css'

interface HelpPageProps {
  readonly texts: Partial<Record<ScreenPath, { readonly explanation: string }>>
}

/** What each screen is for that the role may open, except screens for programmers. */
export function HelpPage({ texts }: HelpPageProps) {
  const mayOpen = useMayOpen()
  const rows = Object.entries<Screen>(screens).flatMap(([address, { title, technical }]) => {
    const path = address as ScreenPath
    const explanation = texts[path]?.explanation
    if (explanation === undefined || technical || !mayOpen(path)) return []
    return [{ address, path, title, explanation }]
  })
  return (
    <>
      <PageHeader title={screens['/help'].title} />
      <p className={styles.intro}>
        Ctrl K (⌘ K on a Mac) finds every item and opens any of these screens, also by their French
        and German names.
      </p>
      <dl className={styles.screens}>
        {rows.map(({ address, path, title, explanation }) => (
          <div key={path} className={styles.screen}>
            <dt className={styles.title}>
              <ScreenIcon screen={path} />
              {address.includes('/:') ? title : <Link to={address}>{title}</Link>}
            </dt>
            <dd className={styles.explanation}>{explanation}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
