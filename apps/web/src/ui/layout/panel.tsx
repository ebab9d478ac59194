import { CloseButton, Title } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Something opened for a while above a list. */
export function Panel({ title, onClose, children }: PanelProps) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  // Focus the first field.
  useEffect(() => panel.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  return (
    <section ref={panel} aria-labelledby={id} className={`surface ${styles.panel} no-print`}>
      <div className={styles.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        <CloseButton aria-label={`Close: ${title}`} onClick={onClose} />
      </div>
      {children}
    </section>
  )
}
