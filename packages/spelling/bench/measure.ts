import { createCorrector } from '../src/correct.ts'
import { spellingLanguages } from '../src/lexicon/lexicon.ts'
import { lexiconFolder, readLexicons } from '../src/lexicon/lexicon-file.ts'
import { type Correct, createHunspellCorrector } from './hunspell.ts'
import { emptyScore, type Score, scoreSentence, toTableRow } from './score.ts'
import { type Half, readSentences, type Sentence } from './sentences.ts'

/**
 * Scores this engine and Hunspell's first suggestions on one half of the sentences, and prints
 * both.
 */
export async function measure(half: Half, showFaults: boolean) {
  const sentences = readSentences(half)
  console.log(`${sentences.length} sentences of the ${half} half. No words are protected.\n`)
  const { correct, megabytes, ms } = loadCorrector()
  // Warms up on the other half.
  for (const sentence of readSentences(half === 'dev' ? 'test' : 'dev')) correct(sentence)
  const scoreAndPrint = (name: string, corrector: Correct) =>
    scoreCorrector(name, corrector, sentences, showFaults)
  const ours = scoreAndPrint('Vitrine, embedded', correct)
  const theirs = scoreAndPrint('Hunspell, first suggestion', await createHunspellCorrector())
  return { sentences: sentences.length, ours, theirs, correct, megabytes, ms }
}

function scoreCorrector(
  name: string,
  correct: Correct,
  sentences: readonly Sentence[],
  showFaults: boolean,
): Score {
  const total = emptyScore()
  const rows = spellingLanguages.map((language) => {
    const languageScore = emptyScore()
    for (const sentence of sentences.filter((candidate) => candidate.language === language)) {
      const usageBefore = process.cpuUsage()
      const result = correct(sentence)
      const { user, system } = process.cpuUsage(usageBefore)
      for (const score of [languageScore, total]) {
        scoreSentence(score, sentence, result)
        // CPU usage is in microseconds.
        score.cpuMs += (user + system) / 1000
      }
    }
    return toTableRow(language, languageScore)
  })
  console.log(name)
  console.table([...rows, toTableRow('all', total)])
  if (showFaults) console.log(`${total.faults.join('\n')}\n`)
  return total
}

function loadCorrector() {
  const started = performance.now()
  const lexicons = readLexicons(lexiconFolder)
  const bytes = Object.values(lexicons).reduce((sum, { graph, marks, frequency }) => {
    const parts = [...Object.values(graph), marks, frequency]
    return (
      sum +
      parts.reduce(
        (size, part: Uint8Array | Uint16Array | Uint32Array) => size + part.byteLength,
        0,
      )
    )
  }, 0)
  const [megabytes, ms] = [bytes / 1e6, Math.round(performance.now() - started)]
  console.log(`Three languages take ${megabytes.toFixed(1)} MB and were loaded in ${ms} ms.\n`)
  const corrector = createCorrector(lexicons)
  const correct: Correct = ({ written }) => corrector.correct(written, new Set())
  return { correct, megabytes, ms }
}
