import { joinLines } from '@vitrine/contract'
import type { ReportPiece } from './engine.ts'

/** All pieces of a text in one. */
export async function joinPieces(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

// Markup that models add to plain text although they are told not to. Each pattern stops at a line
// end or at its own beginning, so that none is slow on a hostile answer.
const markup: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/<\/?[a-z!][^<>]*>/gi, ''],
  [/!?\[([^[\]\n]*)\]\([^()\s]*\)/g, '$1'],
  [/^[ \t]*(?:`{3,}|={3} ?).*$/gm, ''],
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  [/\*{2,}|_{2,}|`/g, ''],
]

// Control and direction characters but the line break: they are invisible, and could make a text
// read otherwise.
const invisible = /[\p{Cc}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]/gu
const quotes = /^["“„«»'‘]([^"“”„«»]*)["”“»«'’]$/

/** A model's answer as plain text of the same layout as what it was made from. */
export function toPlainAnswer(answer: string, original: string): string {
  const kept = (pattern: RegExp) => original.search(pattern) >= 0
  let text = answer
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(invisible, (found) => (found === '\n' ? found : ''))
  for (const [pattern, replacement] of markup)
    if (!kept(pattern)) text = text.replaceAll(pattern, replacement)
  text = text.trim()
  if (!original.includes('\n')) text = joinLines(text, ' ')
  return (quotes.test(original.trim()) ? text : text.replace(quotes, '$1')).replaceAll(
    /\n{3,}/g,
    '\n\n',
  )
}

const citation = '(?:\\[\\d{1,5}(?:[,;] ?\\d{1,5})*\\][ \\t]*)'
const citationsAtLineEnd = new RegExp(`[ \\t]*(${citation}+)([.!?:]?)[ \\t]*$`)
/** The unfinished end of a line, which may become a citation as more text arrives. */
const openEnd = new RegExp(`[ \\t]*${citation}*(?:\\[[\\d,; ]{0,40})?[.!?:]?[ \\t]*$`)
/** In characters. */
const maxTailLength = 200

/**
 * A model's text without the citations at the ends of its lines ('[3][7]'), each line's last piece
 * with what it cites. A number that stands for no entry is dropped: no link is better than a wrong
 * one.
 */
export async function* extractCitations(
  pieces: AsyncIterable<string>,
  entryAt: (number: number) => number | undefined,
): AsyncGenerator<ReportPiece> {
  let pending = ''
  for await (const piece of pieces) {
    const lines = (pending + piece).split('\n')
    pending = lines.pop() ?? ''
    for (const line of lines) yield cited(line, '\n')
    const open = openEnd.exec(pending.slice(-maxTailLength))?.[0].length ?? 0
    const text = pending.slice(0, pending.length - open)
    if (text !== '') yield { text }
    pending = pending.slice(text.length)
  }
  if (pending !== '') yield cited(pending, '')

  function cited(line: string, lineEnd: string): ReportPiece {
    const tail = line.slice(-maxTailLength)
    const found = citationsAtLineEnd.exec(tail)
    if (!found) return { text: line + lineEnd }
    const [whole, marks = '', stop = ''] = found
    const numbers = (marks.match(/\d+/g) ?? []).map(Number)
    const entries = [...new Set(numbers.flatMap((number) => entryAt(number) ?? []))]
    return { text: `${line.slice(0, line.length - whole.length)}${stop}${lineEnd}`, entries }
  }
}
