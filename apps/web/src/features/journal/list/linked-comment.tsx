import { Link } from '@tanstack/react-router'
import { type JournalEntry, linkedParts } from '@vitrine/contract'

/** The comment, with identifiers as links to their items. */
export function LinkedComment({ entry: { comment, mentions } }: { readonly entry: JournalEntry }) {
  if (!mentions) return comment
  // Where two items have the same identifier, the first one counts.
  const items = new Map(mentions.toReversed().map(({ word, itemId }) => [word, itemId]))
  return linkedParts(comment, items).map(({ at, text, target }) =>
    target === null ? (
      text
    ) : (
      <Link key={at} to="/inventory-detail/$id" params={{ id: String(target) }}>
        {text}
      </Link>
    ),
  )
}
