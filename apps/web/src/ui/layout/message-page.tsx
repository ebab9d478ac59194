import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './message-page.module.css'

interface MessagePageProps {
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** A page with one sentence and a way on, such as 'Not found'. */
export function MessagePage({ title, children, action }: MessagePageProps) {
  return (
    <div className={styles.page}>
      <Title order={1}>{title}</Title>
      <p className={`note ${styles.sentence}`}>{children}</p>
      {action ?? (
        <Button component={Link} to="/">
          Go to Home
        </Button>
      )}
    </div>
  )
}
