interface Word {
  /** Index in the text. */
  readonly at: number
  readonly word: string
}

// Letters and digits joined by single marks: LM-013, 1998.12, 2003/4. Runs in linear time.
const runs = /[\p{L}\p{M}\p{N}]+(?:[-._/][\p{L}\p{M}\p{N}]+)*/gu

const maxIdentifierLength = 100

/**
 * Requires a digit and another character: plain words and numbers are rarely meant as identifiers.
 */
const mayBeIdentifier = (word: string): boolean =>
  word.length <= maxIdentifierLength && /\p{N}/u.test(word) && /\P{N}/u.test(word)

/** Yields possible identifiers in order; for LM-013/LM-014, the whole and both parts. */
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
  /** Link target; null for plain text. */
  readonly target: Target | null
}

/** Splits a text into words with a link target and the text between them. */
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

const maxCharactersBefore = 60
const excerptLength = 240

/** Cuts an excerpt around a word, between words, with ellipses. */
export function excerptAround(text: string, word: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const wordIndex = Math.max(line.indexOf(word), 0)
  const wordBoundary =
    wordIndex <= maxCharactersBefore
      ? 0
      : line.indexOf(' ', wordIndex - maxCharactersBefore - 1) + 1
  const start = Math.min(wordBoundary, wordIndex)

  let excerpt = line.slice(start, start + excerptLength)
  if (start + excerptLength < line.length) {
    const end = Math.max(excerpt.lastIndexOf(' '), wordIndex - start + word.length)
    excerpt = `${excerpt.slice(0, end)} …`
  }
  return start > 0 ? `… ${excerpt}` : excerpt
}
