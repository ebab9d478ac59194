import { Button } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './folded-text.module.css'

interface FoldedTextProps {
  /** What is shown, already inside whatever makes it clickable. */
  readonly children: ReactNode
  /** What it is, for those who hear the button. */
  readonly label: string
}

/** A long text cut after eight lines, with a button that shows all of it. */
export function FoldedText({ children, label }: FoldedTextProps) {
  const text = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (!element || isOpen) return
    // Half a line: margins of what is inside may stick out a little.
    const observer = new ResizeObserver(() => setLong(element.scrollHeight > element.clientHeight + 10))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <>
      <div ref={text} className={`${styles.text} ${isOpen ? '' : styles.folded}`}>
        {children}
      </div>
      {isLong && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={`${styles.more} no-print`}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Show less' : 'Show all'} of ${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  )
}
