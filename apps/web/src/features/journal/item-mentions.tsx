import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { linkedParts, type MentioningEntry } from '@vitrine/contract'
import { useState } from 'react'
import { Block } from '../../ui/layout/page-parts.tsx'
import { dayText } from './day-text.ts'
import { authorOf } from './entry-fields.tsx'
import styles from './item-mentions.module.css'
import { journalQueries } from './journal-queries.ts'

const few = 5

/** The journal entries that mention an item; nothing where there are none. */
export function ItemMentions({ itemId }: { readonly itemId: number }) {
  const [isWhole, setWhole] = useState(false)
  const { data: found } = useQuery(journalQueries.mentions(itemId))
  if (!found || found.total === 0) return null
  const shown = isWhole ? found.data : found.data.slice(0, few)
  const older = found.total - found.data.length
  return (
    <Block title="Mentioned in the journal">
      <ul className={styles.entries}>
        {shown.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <div className={styles.head}>
              <Link
                to="/journal"
                search={{ filter: entry.word }}
                aria-label={`${dayText(entry.date)}, in the journal`}
              >
                <time dateTime={entry.date}>{dayText(entry.date)}</time>
              </Link>
              <span className={styles.author}>{authorOf(entry)}</span>
            </div>
            <Excerpt entry={entry} />
          </li>
        ))}
      </ul>
      {shown.length < found.data.length && (
        <Button variant="default" size="compact-sm" mt="sm" onClick={() => setWhole(true)}>
          Show {found.data.length - shown.length} more
        </Button>
      )}
      {isWhole && older > 0 && (
        <p className={styles.more}>
          {older === 1 ? 'One older entry mentions it' : `${older} older entries mention it`} as
          well.
        </p>
      )}
    </Block>
  )
}

const Excerpt = ({ entry: { excerpt, word } }: { readonly entry: MentioningEntry }) => (
  <p className={styles.excerpt}>
    {linkedParts(excerpt, new Map([[word, true]])).map(({ at, text, target }) =>
      target ? <strong key={at}>{text}</strong> : text,
    )}
  </p>
)
