import { joinLines } from '@vitrine/contract'
import type { ReportPiece } from './engine.ts'

/** Joins the pieces of a streamed text. */
export async function joinPieces(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

// Markup that models add although they are told not to. No pattern can backtrack far, so none is
// slow on a hostile answer.
const markup: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // HTML tags.
  [/<\/?[a-z!][^<>]*>/gi, ''],
  // Links and pictures, of which the text stays.
  [/!?\[([^[\]\n]*)\]\([^()\s]*\)/g, '$1'],
  // Fences around code or material.
  [/^[ \t]*(?:`{3,}|={3} ?).*$/gm, ''],
  // Marks of headings.
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  // Emphasis and code.
  [/\*{2,}|_{2,}|`/g, ''],
]

// Invisible control and direction characters, which could change how a text reads.
const invisible = /[\p{Cc}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]/gu
/** Quotation marks around a whole text. */
const quotedText = /^["“„«»'‘]([^"“”„«»]*)["”“»«'’]$/

/** Converts a model's answer to plain text with the layout of the original. */
export function toPlainAnswer(answer: string, original: string): string {
  const isInOriginal = (pattern: RegExp) => original.search(pattern) >= 0
  let text = answer
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(invisible, (sign) => (sign === '\n' ? sign : ''))
  for (const [pattern, replacement] of markup)
    if (!isInOriginal(pattern)) text = text.replaceAll(pattern, replacement)
  text = text.trim()
  if (!original.includes('\n')) text = joinLines(text, ' ')
  if (!quotedText.test(original.trim())) text = text.replace(quotedText, '$1')
  return text.replaceAll(/\n{3,}/g, '\n\n')
}

/** One citation, such as '[3]' or '[3, 7]', with the spaces after it. */
const citation = '(?:\\[\\d{1,5}(?:[,;] ?\\d{1,5})*\\][ \\t]*)'
const citationsAtLineEnd = new RegExp(`[ \\t]*(${citation}+)([.!?:]?)[ \\t]*$`)
/** The unfinished end of a line, which may turn out to be a citation as more text arrives. */
const possibleCitationEnd = new RegExp(`[ \\t]*${citation}*(?:\\[[\\d,; ]{0,40})?[.!?:]?[ \\t]*$`)
/** Length of the tail that is searched for citations, in characters. */
const maxTailLength = 200

/**
 * Removes citations such as '[3][7]' from the line ends of a streamed text, and attaches the cited
 * entries to the last piece of each line. Unknown numbers are dropped: no link is better than a
 * wrong one.
 */
export async function* extractCitations(
  pieces: AsyncIterable<string>,
  getEntryId: (number: number) => number | undefined,
): AsyncGenerator<ReportPiece> {
  let pending = ''
  for await (const piece of pieces) {
    const lines = (pending + piece).split('\n')
    pending = lines.pop() ?? ''
    for (const line of lines) yield toPiece(line, '\n')
    const undecidedLength = possibleCitationEnd.exec(pending.slice(-maxTailLength))?.[0].length ?? 0
    const text = pending.slice(0, pending.length - undecidedLength)
    if (text !== '') yield { text }
    pending = pending.slice(text.length)
  }
  if (pending !== '') yield toPiece(pending, '')

  function toPiece(line: string, lineEnd: string): ReportPiece {
    const tail = line.slice(-maxTailLength)
    const match = citationsAtLineEnd.exec(tail)
    if (!match) return { text: line + lineEnd }
    const [whole, citations = '', punctuation = ''] = match
    const numbers = (citations.match(/\d+/g) ?? []).map(Number)
    const entries = [...new Set(numbers.flatMap((number) => getEntryId(number) ?? []))]
    return { text: `${line.slice(0, line.length - whole.length)}${punctuation}${lineEnd}`, entries }
  }
}
