const longest = 200

/** The first line or two of a text, for link previews. */
export function shortened(text: string): string {
  if (text.length <= longest) return text
  // Not in the middle of an emoji: half of one is no character.
  const beginning = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
  return `${beginning.replace(/\s\S*$/, '')} …`
}
