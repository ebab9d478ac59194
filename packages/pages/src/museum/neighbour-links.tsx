import {
  type ItemType,
  inventoryTypes,
  type LabelLanguage,
  type PageLanguage,
  typeset,
  visitorWords,
  withLangParameter,
} from '@vitrine/contract'
import { detectValueLanguage, getLanguageAttributes } from '../factsheet/texts.tsx'

/** Neighbours of an item in the museum's order, and related items. */
export interface Neighbours {
  readonly previous: Neighbour | null
  readonly next: Neighbour | null
  readonly more: readonly Neighbour[]
}

interface NeighbourLinksProps extends PageLanguage {
  readonly type: ItemType
  readonly neighbours: Neighbours
}

export function NeighbourLinks({
  type,
  neighbours: { previous, next, more },
  ...language
}: NeighbourLinksProps) {
  const words = visitorWords[language.lang].museum
  const heading = inventoryTypes[type].page.more
  if (!previous && !next && more.length === 0) return null
  return (
    <nav className="around" aria-label={words.around}>
      <p>
        {previous && (
          <NeighbourLink
            item={previous}
            language={language}
            rel="prev"
            label={words.previousItem}
          />
        )}
        {next && (
          <NeighbourLink item={next} language={language} rel="next" label={words.nextItem} />
        )}
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

/** Another item of the museum, for a link to its page. */
export interface Neighbour {
  readonly href: string
  readonly name: string
  /** Language of the name; empty if unknown. */
  readonly language: LabelLanguage | ''
  readonly thumbnail: string | null
  /** Empty if unknown. */
  readonly year: string
}

interface NeighbourLinkProps {
  readonly item: Neighbour
  readonly language: PageLanguage
  /** Its position relative to the current item. */
  readonly rel?: 'prev' | 'next'
  readonly label?: string
  readonly withYear?: boolean
}

export function NeighbourLink({
  item,
  language,
  rel,
  label,
  withYear = false,
}: NeighbourLinkProps) {
  const { href, thumbnail, year } = item
  const name = typeset(item.name.trim(), item.language || language.lang)
  return (
    <a href={withLangParameter(href, language)} rel={rel}>
      {thumbnail ? <img src={thumbnail} alt="" width={160} height={120} loading="lazy" /> : <i />}
      {label && <small>{label}</small>}
      <span {...getLanguageAttributes(item.language, language.lang)}>{name || href.slice(1)}</span>
      {withYear && year && (
        <small {...getLanguageAttributes(detectValueLanguage(year), language.lang)}>{year}</small>
      )}
    </a>
  )
}
