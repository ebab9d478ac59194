import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './block.module.css'

interface BlockProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

export function Block({ title, actions, className = '', children }: BlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`${styles.block} ${className}`}>
      <div className={`flex-middle ${styles.head}`}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </section>
  )
}
