import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  readonly title: string
  readonly className?: string | undefined
  /** Where there is more of it. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, className, more, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <div className={styles.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {more}
      </div>
      {children}
    </section>
  )
}

/** Nothing to show, said kindly. */
export const Nothing = ({ children }: { readonly children: ReactNode }) => <p className={styles.nothing}>{children}</p>
