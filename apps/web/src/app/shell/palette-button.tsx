import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import styles from './palette-button.module.css'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

interface PaletteButtonProps {
  readonly compact: boolean
  readonly onClick: () => void
}

export function PaletteButton({ compact, onClick }: PaletteButtonProps) {
  if (compact) {
    return (
      <ActionIcon variant="subtle" size="lg" aria-label="Go to…" onClick={onClick}>
        <IconSearch size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <UnstyledButton className={styles.button ?? ''} onClick={onClick} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={16} stroke={1.5} aria-hidden="true" />
      Go to…
      <Kbd size="xs" aria-hidden="true">
        {isApple ? '⌘ K' : 'Ctrl K'}
      </Kbd>
    </UnstyledButton>
  )
}
