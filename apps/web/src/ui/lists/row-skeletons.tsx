import { Skeleton } from '@mantine/core'
import styles from './row-skeletons.module.css'

interface RowSkeletonsProps {
  /** What is loading, for screen readers. */
  readonly label: string
  readonly rows?: number
}

/** Widths between 51 and 90 percent that look irregular, like text. */
const getBarWidth = (row: number): number => 90 - ((row * 17) % 40)

/** Placeholder for a list that is loading. */
export function RowSkeletons({ label, rows = 6 }: RowSkeletonsProps) {
  return (
    <div role="status" aria-label={label} className={styles.rows}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity and never move
        <Skeleton key={row} height={20} width={`${getBarWidth(row)}%`} />
      ))}
    </div>
  )
}
