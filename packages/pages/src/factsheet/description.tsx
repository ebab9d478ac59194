import type { Written } from './written.ts'

interface DescriptionProps {
  readonly text: string
  readonly written: Written
}

/** The whole text as typed: an empty line begins a paragraph. */
export function Description({ text, written }: DescriptionProps) {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  if (paragraphs.length === 0) return null
  return (
    <div className="description" {...written}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing is ever moved in a page that is rendered once
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
}
