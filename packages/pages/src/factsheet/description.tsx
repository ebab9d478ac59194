/** The text as typed: an empty line begins a paragraph. */
export function Description({ text, language }: { readonly text: string; readonly language: string | null }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim())
  if (paragraphs.length === 0) return null
  return (
    // Staff write in the language they like: better said to be unknown than read aloud as English.
    <div className="description" lang={language ?? ''}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing is ever moved in a page that is rendered once
        <p key={index}>{paragraph.trim()}</p>
      ))}
    </div>
  )
}
