import { type ReactNode, useEffect, useRef } from 'react'
import styles from './scan-page.module.css'

interface SheetProps {
  readonly label: string
  readonly children: ReactNode
}

/** One job in the place of the scanner. It takes the focus, and gives it back. */
export function Sheet({ label, children }: SheetProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    section.current?.focus()
    return () => {
      if (before instanceof HTMLElement) setTimeout(() => before.focus())
    }
  }, [])
  return (
    <section ref={section} tabIndex={-1} aria-label={label} className={styles.sheet}>
      {children}
    </section>
  )
}
