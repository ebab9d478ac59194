import { sentencesOf } from '@vitrine/text'
import { cueWorth } from './cues.ts'
import { chooseSentences } from './key-sentences.ts'

const short = 3
const longestSummary = 8
// Comparing sentences is quadratic and blocks the event loop; of a longer text only the most relevant by their words are
// compared.
const maxSentences = 300
// People say first what an entry is about.
const opening = 1

/**
 * The sentences of a text that matter, as they stand in it, within a third of its length, and one at least; a text of
 * three sentences or fewer is its own summary.
 */
export function keySentences(text: string): string {
  const sentences = sentencesOf(text)
  if (sentences.length <= short) return text
  const worth = sentences.map((sentence, at) => cueWorth(sentence.text) + (at === 0 ? opening : 0))
  const compared = sentences
    .map((_, at) => at)
    .sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b)
    .slice(0, maxSentences)
    .sort((a, b) => a - b)
  const texts = compared.map((at) => sentences[at]?.text ?? '')
  const room = text.trim().length / 3
  const chosen = chooseSentences(texts, {
    count: longestSummary,
    worth: (_, index) => worth[compared[index] ?? 0] ?? 0,
    // Of a short text the sentence that tells most may be longer than a third, and is kept all the same.
    fits: (sentence, others) => others.length === 0 || [sentence, ...others].join(' ').length <= room,
  }).flatMap((index) => compared[index] ?? [])
  return chosen
    .map((at, place) => {
      const before = chosen[place - 1]
      if (before === undefined) return sentences[at]?.text
      const newLine = sentences.slice(before + 1, at + 1).some((sentence) => sentence.startsLine)
      return (newLine ? '\n' : ' ') + sentences[at]?.text
    })
    .join('')
}
