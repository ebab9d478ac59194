import { Link } from '@tanstack/react-router'
import { type Screen, type ScreenPath, screens } from '@vitrine/contract'
import { useMayOpen } from '../../session/use-may-open.ts'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import styles from './help-page.module.css'

interface HelpPageProps {
  readonly texts: Partial<Record<ScreenPath, { readonly explanation: string }>>
}

/** The purpose of each screen that the role may open, except those for programmers. */
export function HelpPage({ texts }: HelpPageProps) {
  const mayOpen = useMayOpen()
  const shownScreens = (Object.entries(screens) as [ScreenPath, Screen][])
    .filter(([path, { technical }]) => texts[path] !== undefined && !technical && mayOpen(path))
    .map(([path, { title }]) => ({ path, title, explanation: texts[path]?.explanation }))

  return (
    <>
      <PageHeader title={screens['/help'].title} />
      <p className={styles.intro}>
        Ctrl K (⌘ K on a Mac) finds every item and opens any of these screens, also by their French
        and German names.
      </p>
      <dl className={styles.screens}>
        {shownScreens.map(({ path, title, explanation }) => (
          <div key={path} className={styles.screen}>
            <dt className={styles.title}>
              <ScreenIcon screen={path} />
              {path.includes('/:') ? title : <Link to={path as string}>{title}</Link>}
            </dt>
            <dd className={styles.explanation}>{explanation}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
