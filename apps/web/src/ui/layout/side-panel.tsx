import { CloseButton, Drawer, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { restoreFocus } from '../forms/use-keep-focus.ts'
import styles from './side-panel.module.css'
import '@mantine/core/styles/Drawer.layer.css'

interface SidePanelProps {
  readonly title: string
  readonly side: 'left' | 'right'
  readonly onClose: () => void
  /** Shown at the end on a phone, where the panel covers the list: a button back to the list. */
  readonly phoneFooter?: ReactNode
  readonly children: ReactNode
}

const phoneWidth = '(max-width: 48em)'

/** A panel beside a list, which stays in sight; on a phone a drawer that covers the list. */
export function SidePanel({ title, side, onClose, phoneFooter, children }: SidePanelProps) {
  const isNarrow = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false })
  const closeLabel = `Close: ${title}`

  if (!isNarrow) {
    return (
      <DesktopPanel title={title} side={side} closeLabel={closeLabel} onClose={onClose}>
        {children}
      </DesktopPanel>
    )
  }

  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position={side}
      size={side === 'left' ? '20rem' : '100%'}
      closeButtonProps={{ 'aria-label': closeLabel }}
      classNames={{ body: styles.content ?? '' }}
    >
      {children}
      {phoneFooter}
    </Drawer>
  )
}

interface DesktopPanelProps extends Omit<SidePanelProps, 'phoneFooter'> {
  readonly closeLabel: string
}

function DesktopPanel({ title, side, closeLabel, onClose, children }: DesktopPanelProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)

  // In state, because it must be read before a field in the panel takes the focus.
  const [focusedBefore] = useState(() => document.activeElement)
  useEffect(() => {
    if (side === 'right')
      section.current?.querySelector<HTMLElement>('select, input, textarea')?.focus()
    return () => {
      if (document.activeElement === document.body) restoreFocus(focusedBefore)
    }
  }, [side, focusedBefore])

  return (
    <section
      ref={section}
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      className={`${styles.panel} no-print`}
      data-side={side}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isDefaultPrevented()) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className={`flex-middle ${styles.head}`}>
        <Title order={2} id={id} size="h4">
          {title}
        </Title>
        <CloseButton aria-label={closeLabel} onClick={onClose} />
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
