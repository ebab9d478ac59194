import { join } from 'node:path'
import { compileLexicon } from '../../apps/server/src/adapters/spelling/compile.ts'
import { createCorrector } from '../../apps/server/src/adapters/spelling/correct.ts'
import { readLexicon, writeLexicon } from '../../apps/server/src/adapters/spelling/lexicon-file.ts'
import {
  type SpellingLanguage,
  sourceVersions,
  spellingLanguages,
} from '../../apps/server/src/adapters/spelling/sources.ts'
import { demoEntries } from '../../apps/server/src/features/journal/demo/entries.ts'
import { root } from '../../scripts/root.mjs'
import { type Correct, hunspell } from './hunspell.ts'
import { emptyScore, judge, row } from './score.ts'
import { readSentences, type Sentence } from './sentences.ts'

const half = process.argv.includes('--dev') ? 'dev' : 'test'
const sentences = readSentences().filter((sentence) => sentence.half === half)
console.log(
  `${sentences.length} sentences of the ${half} half, as staff would write them. No word is told beforehand.\n`,
)

const ours = embedded()
// Both have been at work before the clock runs.
for (const sentence of readSentences()) if (sentence.half !== half) ours(sentence)
report('Vitrine, embedded', ours)
const journal = emptyScore()
for (const { comment, language } of demoEntries(new Date())) {
  const entry: Sentence = { language, half, written: comment, meant: comment }
  judge(journal, entry, ours(entry))
}
console.log(
  `Of the ${journal.cleanWords} words of the demo journal, all of them right, it changes ${journal.harmed}.\n`,
)
report('Hunspell, first suggestion', await hunspell())

function report(name: string, correct: Correct): void {
  const total = emptyScore()
  const rows = spellingLanguages.map((language) => {
    const own = emptyScore()
    for (const sentence of sentences.filter((candidate) => candidate.language === language)) {
      const before = process.cpuUsage()
      const result = correct(sentence)
      const { user, system } = process.cpuUsage(before)
      for (const score of [own, total]) {
        judge(score, sentence, result)
        score.cpuMs += (user + system) / 1000
      }
    }
    return row(language, own)
  })
  console.log(name)
  console.table([...rows, row('all', total)])
  if (process.argv.includes('--show')) console.log(`${total.faults.join('\n')}\n`)
}

function embedded(): Correct {
  const folder = join(root, '.cache', 'spelling')
  const started = performance.now()
  const [de, fr, en] = [lexiconOf(folder, 'de'), lexiconOf(folder, 'fr'), lexiconOf(folder, 'en')]
  const bytes = [de, fr, en].reduce((sum, { graph, marks, frequency }) => {
    const parts = [...Object.values(graph), marks, frequency]
    return sum + parts.reduce((size, part: Uint8Array | Uint16Array | Uint32Array) => size + part.byteLength, 0)
  }, 0)
  const ms = Math.round(performance.now() - started)
  console.log(`Three languages take ${(bytes / 1e6).toFixed(1)} MB and were there after ${ms} ms.\n`)
  const corrector = createCorrector({ de, fr, en })
  return ({ written }: Sentence) => corrector.correct(written, new Set())
}

function lexiconOf(folder: string, language: SpellingLanguage) {
  const versions = sourceVersions(language)
  const file = join(folder, `${language}.lexicon`)
  const kept = readLexicon(file, versions)
  if (kept) return kept
  const lexicon = compileLexicon(language)
  writeLexicon(file, versions, lexicon)
  return lexicon
}
