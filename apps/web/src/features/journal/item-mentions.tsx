import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type MentioningEntry, splitIntoLinkedParts } from '@vitrine/contract'
import { useState } from 'react'
import { Block } from '../../ui/layout/page-parts.tsx'
import { formatDay } from './day-text.ts'
import { formatEntryAuthor } from './entry-fields.tsx'
import styles from './item-mentions.module.css'
import { journalQueries } from './journal-queries.ts'

const initialCount = 5

/** The journal entries that mention an item; renders nothing if there are none. */
export function ItemMentions({ itemId }: { readonly itemId: number }) {
  const [showsAll, setShowsAll] = useState(false)
  const { data: mentions } = useQuery(journalQueries.mentions(itemId))
  if (!mentions || mentions.total === 0) return null
  const shownMentions = showsAll ? mentions.data : mentions.data.slice(0, initialCount)
  const older = mentions.total - mentions.data.length

  return (
    <Block title="Mentioned in the journal">
      <ul className={styles.entries}>
        {shownMentions.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <div className={styles.head}>
              <Link
                to="/journal"
                search={{ filter: entry.word }}
                aria-label={`${formatDay(entry.date)}, in the journal`}
              >
                <time dateTime={entry.date}>{formatDay(entry.date)}</time>
              </Link>
              <span className={styles.author}>{formatEntryAuthor(entry)}</span>
            </div>
            <Excerpt entry={entry} />
          </li>
        ))}
      </ul>
      {shownMentions.length < mentions.data.length && (
        <Button variant="default" size="compact-sm" mt="sm" onClick={() => setShowsAll(true)}>
          Show {mentions.data.length - shownMentions.length} more
        </Button>
      )}
      {showsAll && older > 0 && (
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
    {splitIntoLinkedParts(excerpt, new Map([[word, true]])).map(({ at: position, text, target }) =>
      target ? <strong key={position}>{text}</strong> : text,
    )}
  </p>
)
