import { fold, foldedRanges, type MarkedText } from '@vitrine/contract'

export interface Field {
  readonly label: string
  readonly text: string
}

const maxLines = 2
const maxLength = 120
const lengthBefore = 40

/** What was typed, and what it stands for in a thing where that is spelt otherwise; folded. */
export interface Sought {
  readonly typed: readonly string[]
  readonly similar: readonly string[]
}

export const marked = (text: string, { typed, similar }: Sought): MarkedText => ({
  text,
  marks: foldedRanges(text, [...typed, ...similar]).map(([start, end]) => [start, end]),
})

/** The lines that show best why a thing was found: each adds words that neither the title nor an earlier one has. */
export function matchingLines(title: string, fields: readonly Field[], sought: Sought) {
  const words = [...sought.typed, ...sought.similar]
  const shown = fold(title)
  let open = words.filter((word) => !shown.includes(word))
  const candidates = fields.map(({ label, text }) => ({ label, text, folded: fold(text) }))
  const lines: { label: string; text: string; marks: [number, number][] }[] = []
  while (open.length > 0 && lines.length < maxLines) {
    const count = ({ folded }: { folded: string }) => open.filter((word) => folded.includes(word)).length
    const best = candidates.toSorted((a, b) => count(b) - count(a))[0]
    if (!best || count(best) === 0) break
    lines.push({ label: best.label, ...excerpt(best.text, open, sought) })
    open = open.filter((word) => !best.folded.includes(word))
  }
  return lines
}

/** A part of a text around the first of the words. */
export function excerpt(text: string, words: readonly string[], sought: Sought): MarkedText {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= maxLength) return marked(line, sought)
  const first = foldedRanges(line, words)[0]?.[0] ?? 0
  const from = first <= lengthBefore ? 0 : line.indexOf(' ', first - lengthBefore) + 1
  const start = Math.min(from, first)
  const end = start + maxLength >= line.length ? line.length : line.lastIndexOf(' ', start + maxLength)
  const stop = end <= first ? start + maxLength : end
  const cut = line.slice(start, stop).toWellFormed()
  return marked(`${start > 0 ? '… ' : ''}${cut}${stop < line.length ? ' …' : ''}`, sought)
}
