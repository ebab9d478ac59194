import { Title } from '@mantine/core'
import { productName } from '@vitrine/contract'
import type { ReactNode } from 'react'
import { BrandMark } from './brand-mark.tsx'
import styles from './signed-out-page.module.css'

interface SignedOutPageProps {
  readonly title: string
  readonly children: ReactNode
  readonly aside?: ReactNode
}

/** Frame of the pages without a session, such as the login. */
export function SignedOutPage({ title, children, aside }: SignedOutPageProps) {
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <div className={`flex-middle ${styles.brand}`}>
          <BrandMark size={32} />
          {productName}
        </div>
        <div className={`surface ${styles.card}`}>
          <Title order={1} className={styles.title ?? ''} fz="h2">
            {title}
          </Title>
          {children}
        </div>
        {aside}
      </main>
    </div>
  )
}
