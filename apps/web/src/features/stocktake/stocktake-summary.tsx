import { Title } from '@mantine/core'
import type { Stocktake } from '@vitrine/contract'
import { formatDate, formatNumber } from '../../ui/text/format.ts'
import styles from './stocktake-page.module.css'

export function StocktakeSummary({ stocktake }: { readonly stocktake: Stocktake }) {
  const { name, scope, openedAt, openedBy, closedAt, closedBy, members, expected, seen, late } =
    stocktake

  return (
    <div className={`stack breakable ${styles.facts}`}>
      <Title order={2}>{name}</Title>
      <p className="note">{scope}</p>
      <p className="hint">
        {closedAt
          ? `Closed ${formatDate(closedAt)} by ${closedBy}`
          : `Open since ${formatDate(openedAt)}, by ${openedBy}`}
        {' · '}
        {members.length === 0
          ? 'All staff take part'
          : members.map((member) => member.name).join(', ')}
      </p>
      <p>
        <strong>
          {formatNumber(seen)} of {formatNumber(expected)} seen
        </strong>
        {late > 0 && ` · ${formatNumber(late)} arrived after the end, not counted`}
      </p>
      <progress
        value={seen}
        max={expected}
        aria-label={`Seen in ${name}`}
        className={styles.progress}
      />
    </div>
  )
}
