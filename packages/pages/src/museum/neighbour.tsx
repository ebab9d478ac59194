import { type LabelLanguage, type PageLanguage, withLang } from '@vitrine/contract'
import { written } from '../factsheet/written.ts'

/** Another item of the museum, as a link to its page shows it. */
export interface Neighbour {
  readonly href: string
  readonly name: string
  /** Of the name; empty where nobody knows. */
  readonly language: LabelLanguage | ''
  readonly thumbnail: string | null
}

interface NeighbourLinkProps {
  readonly item: Neighbour
  readonly language: PageLanguage
  /** Its place in the museum's order. */
  readonly rel?: 'prev' | 'next'
  readonly label?: string
}

export function NeighbourLink({ item, language, rel, label }: NeighbourLinkProps) {
  const { href, name, thumbnail } = item
  return (
    <a href={withLang(href, language)} rel={rel}>
      {thumbnail ? <img src={thumbnail} alt="" width={160} height={120} loading="lazy" /> : <i />}
      {label && <small>{label}</small>}
      <span {...written(item.language, language.lang)}>{name.trim() || href.slice(1)}</span>
    </a>
  )
}
