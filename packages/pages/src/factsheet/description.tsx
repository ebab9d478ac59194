import type { ReactNode } from 'react'
import type { Written } from './written.ts'

export interface Story {
  /** What stands right under the name. */
  readonly lead: string
  readonly rest: readonly string[]
}

/** A first paragraph that is longer is cut where a sentence ends. */
const maxLead = 1_000
/** How much may follow the facts before it is folded away: about ten lines on a telephone. */
const maxUnfolded = 400

/** The text as typed: an empty line begins a paragraph. */
export function storyOf(text: string): Story {
  const [first = '', ...others] = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  const end = endOfLead(first)
  return { lead: first.slice(0, end).trim(), rest: [first.slice(end).trim(), ...others].filter(Boolean) }
}

function endOfLead(paragraph: string): number {
  if (paragraph.length <= maxLead) return paragraph.length
  const ends = [...paragraph.slice(0, maxLead).matchAll(/[.!?…。！？]["»”’」]?(?=\s|$)|[。！？\n]/gu)]
  const last = ends.at(-1)
  return last ? last.index + last[0].length : paragraph.length
}

interface TextProps {
  readonly paragraphs: readonly string[]
  readonly written: Written
}

export function Paragraphs({ paragraphs, written }: TextProps) {
  return (
    <div className="description" {...written}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing is ever moved in a page that is rendered once
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
}

/** What follows the first paragraph: folded away where it is long. */
export function Rest({ paragraphs, written, readOn }: TextProps & { readonly readOn: string }): ReactNode {
  if (paragraphs.length === 0) return null
  const text = <Paragraphs paragraphs={paragraphs} written={written} />
  if (paragraphs.reduce((sum, { length }) => sum + length, 0) <= maxUnfolded) return text
  return (
    <details className="rest">
      <summary>{readOn}</summary>
      {text}
    </details>
  )
}
