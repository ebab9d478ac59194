import type { ReportPiece } from './engine.ts'

const end = '(?:\\[\\d{1,5}(?:[,;] ?\\d{1,5})*\\][ \\t]*)'
const atLineEnd = new RegExp(`[ \\t]*(${end}+)([.!?:]?)[ \\t]*$`)
/** What may become citations at the end of a line once the rest of it has come. */
const openEnd = new RegExp(`[ \\t]*${end}*(?:\\[[\\d,; ]{0,40})?[.!?:]?[ \\t]*$`)
const longestEnd = 200

/**
 * A model's text without the citations at the ends of its lines ('[3][7]'), each line's last piece with what it cites. A number
 * that stands for no entry is dropped: no link is better than a wrong one.
 */
export async function* citedLines(
  pieces: AsyncIterable<string>,
  entryAt: (number: number) => number | undefined,
): AsyncGenerator<ReportPiece> {
  let held = ''
  for await (const piece of pieces) {
    const lines = (held + piece).split('\n')
    held = lines.pop() ?? ''
    for (const line of lines) yield cited(line, '\n')
    const open = openEnd.exec(held.slice(-longestEnd))?.[0].length ?? 0
    const text = held.slice(0, held.length - open)
    if (text !== '') yield { text }
    held = held.slice(text.length)
  }
  if (held !== '') yield cited(held, '')

  function cited(line: string, lineEnd: string): ReportPiece {
    const tail = line.slice(-longestEnd)
    const found = atLineEnd.exec(tail)
    if (!found) return { text: line + lineEnd }
    const [whole, marks = '', stop = ''] = found
    const numbers = (marks.match(/\d+/g) ?? []).map(Number)
    const entries = [...new Set(numbers.flatMap((number) => entryAt(number) ?? []))]
    return { text: `${line.slice(0, line.length - whole.length)}${stop}${lineEnd}`, entries }
  }
}
