import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { linkedParts, type MentioningEntry } from '@vitrine/contract'
import { Block } from '../../../ui/layout/block.tsx'
import { dayText } from '../calendar/day-text.ts'
import { authorOf } from '../entry/author-of.ts'
import { journalQueries } from '../journal-queries.ts'
import styles from './item-mentions.module.css'

/** The journal entries that mention an item; nothing where there are none. */
export function ItemMentions({ itemId }: { readonly itemId: number }) {
  const { data: found } = useQuery(journalQueries.mentions(itemId))
  if (!found || found.total === 0) return null
  const older = found.total - found.data.length
  return (
    <Block title="Mentioned in the journal" className={styles.block ?? ''}>
      <ul className={styles.entries}>
        {found.data.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <div className={styles.head}>
              <Link to="/journal" search={{ filter: entry.word }} aria-label={`${dayText(entry.date)}, in the journal`}>
                <time dateTime={entry.date}>{dayText(entry.date)}</time>
              </Link>
              <span className={styles.author}>{authorOf(entry)}</span>
            </div>
            <Excerpt entry={entry} />
          </li>
        ))}
      </ul>
      {older > 0 && (
        <p className={styles.more}>
          {older === 1 ? 'One older entry mentions it' : `${older} older entries mention it`} as well.
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
