import { joinedLines } from '@vitrine/contract'

// What models put around and into plain text, whatever they are told. Each pattern stops at a line end or at its own
// beginning, so that none is slow on a hostile answer.
const markup: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/<\/?[a-z!][^<>]*>/gi, ''],
  [/!?\[([^[\]\n]*)\]\([^()\s]*\)/g, '$1'],
  [/^[ \t]*(?:`{3,}|={3} ?).*$/gm, ''],
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  [/\*{2,}|_{2,}|`/g, ''],
]

// Control and direction characters but the line break: they are invisible, and could make a text read otherwise.
const invisible = /[\p{Cc}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]/gu
const quotes = /^["“„«»'‘]([^"“”„«»]*)["”“»«'’]$/

/** A model's answer as plain text of the same layout as what it was made from. */
export function plainAnswer(answer: string, original: string): string {
  const kept = (pattern: RegExp) => original.search(pattern) >= 0
  let text = answer.replaceAll(/\r\n?/g, '\n').replaceAll(invisible, (found) => (found === '\n' ? found : ''))
  for (const [pattern, replacement] of markup) if (!kept(pattern)) text = text.replaceAll(pattern, replacement)
  text = text.trim()
  if (!original.includes('\n')) text = joinedLines(text, ' ')
  return (quotes.test(original.trim()) ? text : text.replace(quotes, '$1')).replaceAll(/\n{3,}/g, '\n\n')
}
