import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import styles from './jump-bar.module.css'

const idOf = (part: string): string => part.toLowerCase()

/** What the bar jumps to; it takes the focus with it. */
export const jumpTargetProps = (part: string) => ({
  id: idOf(part),
  tabIndex: -1,
  className: styles.target,
})

export function jumpToPart(id: string): void {
  const target = document.getElementById(id)
  target?.scrollIntoView({ block: 'start' })
  target?.focus({ preventScroll: true })
}

/** On a phone the parts of a page are far apart: a bar under the head leads to each, as does the address. */
export function JumpBar({ parts }: { readonly parts: readonly string[] }) {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => jumpToPart(hash), [hash])
  return (
    <nav aria-label="Parts of this page" className={`${styles.bar} no-print`}>
      {parts.map((part) => (
        <button
          key={part}
          type="button"
          className={styles.jump}
          onClick={() => jumpToPart(idOf(part))}
        >
          {part}
        </button>
      ))}
    </nav>
  )
}
