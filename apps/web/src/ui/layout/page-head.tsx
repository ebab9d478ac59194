import { Title } from '@mantine/core'
import type { ItemType } from '@vitrine/contract'
import type { CSSProperties, ReactNode } from 'react'
import styles from './page-head.module.css'

interface PageHeadProps {
  readonly title: ReactNode
  /** Its line is kept where it is not known yet. */
  readonly count?: ReactNode
  readonly actions?: ReactNode
  readonly accent?: ItemType
}

/** The head of every screen: title left, count under it, actions right. */
export function PageHead(props: PageHeadProps) {
  const { title, count, actions, accent } = props
  return (
    <header
      className={`flex-wrap ${styles.head}`}
      style={accent && ({ '--accent': `var(--vitrine-${accent})` } as CSSProperties)}
      data-accent={accent && true}
    >
      <div>
        <Title order={1} className={styles.title ?? ''}>
          {title}
        </Title>
        {'count' in props && <p className={styles.count}>{count}</p>}
      </div>
      {actions !== undefined && <div className={`flex-wrap ${styles.actions} no-print`}>{actions}</div>}
    </header>
  )
}
