import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import styles from './jump-bar.module.css'

const toElementId = (part: string): string => part.toLowerCase()

/** Props of an element that the bar jumps to and focuses. */
export const jumpTargetProps = (part: string) => ({
  id: toElementId(part),
  tabIndex: -1,
  className: styles.target,
})

/** Scrolls to the part with this element id and focuses it. */
export function jumpToPart(id: string): void {
  const target = document.getElementById(id)
  target?.scrollIntoView({ block: 'start' })
  target?.focus({ preventScroll: true })
}

/** Buttons that jump to the parts of a long page. The hash of the address does the same. */
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
          onClick={() => jumpToPart(toElementId(part))}
        >
          {part}
        </button>
      ))}
    </nav>
  )
}
