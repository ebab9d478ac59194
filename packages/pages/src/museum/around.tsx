import { type ItemType, inventoryTypes, type PageLanguage, visitorWords } from '@vitrine/contract'
import { type Neighbour, NeighbourLink } from './neighbour.tsx'

/** What is next to an item, and what is like it. */
export interface Surroundings {
  readonly previous: Neighbour | null
  readonly next: Neighbour | null
  readonly more: readonly Neighbour[]
}

interface AroundProps extends PageLanguage {
  readonly type: ItemType
  readonly around: Surroundings
}

export function Around({ type, around: { previous, next, more }, ...language }: AroundProps) {
  const words = visitorWords[language.lang].museum
  const heading = inventoryTypes[type].page.more
  if (!previous && !next && more.length === 0) return null
  return (
    <nav className="around" aria-label={words.around}>
      <p>
        {previous && <NeighbourLink item={previous} language={language} rel="prev" label={words.previous} />}
        {next && <NeighbourLink item={next} language={language} rel="next" label={words.next} />}
      </p>
      {heading && more.length > 0 && (
        <>
          <h2>{words.more[heading]}</h2>
          <ul className="grid">
            {more.map((item) => (
              <li key={item.href}>
                <NeighbourLink item={item} language={language} />
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  )
}
