import { Link } from '@tanstack/react-router'
import { productName } from '@vitrine/contract'
import type { ReactNode } from 'react'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import styles from './bare-frame.module.css'
import navbar from './navbar.module.css'

export function BareFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header>
        <Link to="/" className={`inline-middle ${navbar.brand}`}>
          <BrandMark />
          {productName}
        </Link>
      </header>
      <main>{children}</main>
    </div>
  )
}
