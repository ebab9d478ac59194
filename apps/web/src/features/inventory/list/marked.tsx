import { IconEyeOff } from '@tabler/icons-react'
import type { ItemListEntry } from '@vitrine/contract'
import styles from './marked.module.css'

interface MarkedProps {
  readonly item: ItemListEntry
  readonly children: string | undefined
}

/** The words that stand for an item, with a sign behind them when visitors don’t see it. */
export const Marked = ({ item, children }: MarkedProps) =>
  item.public === false ? (
    <span className={styles.marked}>
      <span className={styles.words}>{children}</span>
      <IconEyeOff size={14} role="img" title="Not shown to visitors" className={styles.sign} />
    </span>
  ) : (
    children
  )
