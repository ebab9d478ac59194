import { mostCentral } from './key-sentences.ts'
import { sentencesOf } from './sentences.ts'

const short = 3
const longestSummary = 8
// Comparing every sentence with every other takes its time, and everybody else waits; a longer text is read in a sample.
const mostSentences = 300

/** The key sentences of a text, as they stand in it; a text of three sentences or fewer is its own summary. */
export function keySentences(text: string): string {
  const sentences = sentencesOf(text)
  if (sentences.length <= short) return text
  const count = Math.min(longestSummary, Math.max(short, Math.ceil(sentences.length / 3)))
  const step = Math.ceil(sentences.length / mostSentences)
  const sample = sentences.flatMap(({ text }, at) => (at % step === 0 ? [{ text, at }] : []))
  const central = mostCentral(
    sample.map((sentence) => sentence.text),
    count,
    // People say first what an entry is about.
    0,
  )
  const chosen = central.flatMap((place) => sample[place]?.at ?? [])
  return chosen
    .map((at, place) => {
      const before = chosen[place - 1]
      if (before === undefined) return sentences[at]?.text
      const newLine = sentences.slice(before + 1, at + 1).some((sentence) => sentence.startsLine)
      return (newLine ? '\n' : ' ') + sentences[at]?.text
    })
    .join('')
}
