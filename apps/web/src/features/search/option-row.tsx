import { IconEyeOff } from '@tabler/icons-react'
import type { MarkedText as Text } from '@vitrine/contract'
import type { MouseEvent, ReactNode } from 'react'
import styles from './option-row.module.css'
import type { Option } from './options.tsx'

interface OptionRowProps {
  readonly id: string
  readonly option: Option
  readonly selected: boolean
  readonly onOpen: (option: Option) => void
}

export function OptionRow({ id, option, selected, onOpen }: OptionRowProps) {
  const { icon, title, lines, museum, isWithdrawn, href } = option
  const open = (event: MouseEvent) => {
    // Other buttons and keys are left to the browser: a new tab, for one.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(option)
  }
  return (
    // The field keeps the focus, handles the keys and names the selected option.
    <a
      id={id}
      role="option"
      href={href}
      tabIndex={-1}
      aria-selected={selected}
      data-selected={selected || undefined}
      className={styles.option}
      onClick={open}
    >
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text}>
        <span className="breakable">
          <MarkedText {...title} />
          {isWithdrawn && <IconEyeOff size={14} role="img" title="Not shown to visitors" className={styles.sign} />}
        </span>
        {lines.map(({ label, ...line }) => (
          <span key={`${label} ${line.text}`} className={`quiet breakable ${styles.line}`}>
            {label && `${label}: `}
            <MarkedText {...line} />
          </span>
        ))}
      </span>
      {museum && <span className={`quiet ${styles.museum}`}>{museum}</span>}
    </a>
  )
}

function MarkedText({ text, marks }: Text) {
  const parts: ReactNode[] = []
  let end = 0
  for (const [from, to] of marks) {
    parts.push(
      text.slice(end, from),
      <mark key={from} className={styles.mark}>
        {text.slice(from, to)}
      </mark>,
    )
    end = to
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
