interface Word {
  readonly at: number
  readonly word: string
}

// Letters and digits, joined by single marks: LM-013, 1998.12, 2003/4. No backtracking: linear in the text.
const runs = /[\p{L}\p{M}\p{N}]+(?:[-._/][\p{L}\p{M}\p{N}]+)*/gu

const maxIdentifierLength = 100

/** With a digit and something else: plain words and plain numbers are rarely meant as identifiers. */
const mayBeIdentifier = (word: string): boolean =>
  word.length <= maxIdentifierLength && /\p{N}/u.test(word) && /\P{N}/u.test(word)

/** The words of a text that may be identifiers of items, in order; of LM-013/LM-014 the whole and both parts. */
export function* scanIdentifierWords(text: string): Generator<Word> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (mayBeIdentifier(run)) yield { at: index, word: run }
    if (!run.includes('/')) continue
    let at = index
    for (const part of run.split('/')) {
      if (mayBeIdentifier(part)) yield { at, word: part }
      at += part.length + 1
    }
  }
}

export interface TextPart<Target> {
  readonly at: number
  readonly text: string
  /** What it leads to; null for plain text. */
  readonly target: Target | null
}

/** A text in parts: the words that lead somewhere, and the text between them. */
export function splitIntoLinkedParts<Target>(
  text: string,
  targets: ReadonlyMap<string, Target>,
): TextPart<Target>[] {
  const parts: TextPart<Target>[] = []
  let end = 0
  for (const { at, word } of targets.size === 0 ? [] : scanIdentifierWords(text)) {
    const target = targets.get(word)
    if (target === undefined || at < end) continue
    if (at > end) parts.push({ at: end, text: text.slice(end, at), target: null })
    parts.push({ at, text: word, target })
    end = at + word.length
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), target: null })
  return parts
}

const before = 60
const length = 240

/** The line of a text around a word, cut with ellipses between words. */
export function excerptAround(text: string, word: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const found = Math.max(line.indexOf(word), 0)
  const start = found <= before ? 0 : line.indexOf(' ', found - before - 1) + 1
  const from = Math.min(start, found)
  const rest = line.slice(from, from + length)
  const cut =
    from + length < line.length
      ? `${rest.slice(0, Math.max(rest.lastIndexOf(' '), found - from + word.length))} …`
      : rest
  return from > 0 ? `… ${cut}` : cut
}
