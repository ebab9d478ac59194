import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Gap, gapRules, type ItemType, inventoryRoute, inventoryTypes, itemTypes } from '@vitrine/contract'
import { useState } from 'react'
import { numberText } from '../../ui/lists/count-text.ts'
import { Nothing } from './nothing.tsx'
import styles from './rows.module.css'

interface GapCount {
  readonly rule: Gap
  readonly type: ItemType
  readonly count: number
}

const shownAtFirst = 5

/** What items lack, the most frequent first, each with the lists of those that do. */
export function Gaps({ counts }: { readonly counts: readonly GapCount[] }) {
  const [all, setAll] = useState(false)
  const rows = [...Map.groupBy(counts, ({ rule }) => rule)].toSorted(([, a], [, b]) => sum(b) - sum(a))
  if (rows.length === 0) return <Nothing>Everything is in order: no item lacks anything.</Nothing>
  return (
    <>
      <ul className={styles.rows}>
        {rows.slice(0, all ? rows.length : shownAtFirst).map(([rule, ofRule]) => (
          <li key={rule} className={styles.row} title={gapRules[rule].advice}>
            <span className={styles.main}>{gapRules[rule].title}</span>
            <span className={styles.counts}>
              {itemTypes.map((type) => {
                const count = ofRule.find((one) => one.type === type)?.count
                return (
                  count !== undefined && (
                    <Link key={type} to={inventoryRoute(type)} search={{ gap: rule }} className={styles.count}>
                      {inventoryTypes[type].museum} {numberText(count)}
                    </Link>
                  )
                )
              })}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shownAtFirst && !all && (
        <UnstyledButton className={styles.all ?? ''} onClick={() => setAll(true)}>
          All gaps ({rows.length})
        </UnstyledButton>
      )}
    </>
  )
}

const sum = (counts: readonly GapCount[]) => counts.reduce((total, { count }) => total + count, 0)
