import { CloseButton, Title } from '@mantine/core'
import type { ItemType } from '@vitrine/contract'
import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react'
import block from './block.module.css'
import styles from './page-parts.module.css'
import panel from './panel.module.css'

interface PageHeaderProps {
  readonly title: ReactNode
  /** Undefined while it loads, to reserve its line; left out if there is no count. */
  readonly count?: ReactNode
  readonly actions?: ReactNode
  /** The museum whose colour the header has. */
  readonly accent?: ItemType
}

/** The header of every screen: title left, count under it, actions right. */
export function PageHeader(props: PageHeaderProps) {
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
      {actions !== undefined && (
        <div className={`flex-wrap ${styles.actions} no-print`}>{actions}</div>
      )}
    </header>
  )
}

interface BlockProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A titled section of a page. */
export function Block({ title, actions, className = '', children }: BlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`${block.block} ${className}`}>
      <div className={`flex-middle ${block.head}`}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </section>
  )
}

interface PanelProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A panel opened above a list, such as a form; focuses its first field. */
export function Panel({ title, onClose, children }: PanelProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)

  useEffect(() => {
    section.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [])

  return (
    <section ref={section} aria-labelledby={id} className={`surface ${panel.panel} no-print`}>
      <div className={panel.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        <CloseButton aria-label={`Close: ${title}`} onClick={onClose} />
      </div>
      {children}
    </section>
  )
}
