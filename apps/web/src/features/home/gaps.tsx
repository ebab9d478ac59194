import { Link } from '@tanstack/react-router'
import { type Gap, gapRules, gaps, type ItemType, inventoryRoute, inventoryTypes, itemTypes } from '@vitrine/contract'
import { numberText } from '../../ui/lists/count-text.ts'
import styles from './section.module.css'
import { Nothing } from './section.tsx'

interface GapCount {
  readonly rule: Gap
  readonly type: ItemType
  readonly count: number
}

/** What items lack, each with the lists of those that do. */
export function Gaps({ counts }: { readonly counts: readonly GapCount[] }) {
  const countOf = (rule: Gap, type: ItemType) =>
    counts.find((one) => one.rule === rule && one.type === type)?.count ?? 0
  const rows = gaps.filter((rule) => itemTypes.some((type) => countOf(rule, type) > 0))
  if (rows.length === 0) return <Nothing>Everything is in order: no item lacks anything.</Nothing>
  return (
    <ul className={styles.rows}>
      {rows.map((rule) => (
        <li key={rule} className={styles.row} title={gapRules[rule].advice}>
          <span className={styles.lines}>
            <span className={styles.main}>{gapRules[rule].title}</span>
          </span>
          <span className={styles.counts}>
            {itemTypes.map((type) => {
              const count = countOf(rule, type)
              return count === 0 ? null : (
                <Link key={type} to={inventoryRoute(type)} search={{ gap: rule }} className={styles.count}>
                  {inventoryTypes[type].museum} {numberText(count)}
                </Link>
              )
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
