import { createCorrector } from '../../apps/server/src/adapters/spelling/correct.ts'
import { spellingLanguages } from '../../apps/server/src/adapters/spelling/lexicon/languages.ts'
import { builtFolder, lexiconFile, readLexicon } from '../../apps/server/src/adapters/spelling/lexicon/lexicon-file.ts'
import { demoEntries } from '../../apps/server/src/features/journal/demo/entries.ts'
import { build } from '../../scripts/build.mjs'
import { type Row, report } from '../report.ts'
import { type Correct, hunspell } from './hunspell.ts'
import { emptyScore, judge, row, type Score } from './score.ts'
import { type Half, readSentences, type Sentence } from './sentences.ts'

build(['spelling'])
const [half, other]: [Half, Half] = process.argv.includes('--dev') ? ['dev', 'test'] : ['test', 'dev']
const sentences = readSentences(half)
console.log(
  `${sentences.length} sentences of the ${half} half, as staff would write them. No word is told beforehand.\n`,
)

const loaded = { megabytes: 0, ms: 0 }
const ours = embedded()
// Both have been at work before the clock runs.
for (const sentence of readSentences(other)) ours(sentence)
const found = tell('Vitrine, embedded', ours)
const journal = emptyScore()
for (const { comment, language } of demoEntries(new Date())) {
  const entry: Sentence = { language, written: comment, meant: comment, names: [] }
  judge(journal, entry, ours(entry))
}
console.log(
  `Of the ${journal.cleanWords} words of the demo journal, all of them right, it changes ${journal.harmed}.\n`,
)
const beside = tell('Hunspell, first suggestion', await hunspell())
report({
  title: 'Spelling without a provider',
  text: [
    `${sentences.length} sentences with ${found.errors} errors and ${found.names} names in three languages, of the half that nobody looks at while`,
    'working on it. The column beside it is Hunspell with its first suggestion, in the same run.',
  ].join('\n'),
  tables: [{ title: 'embedded engine', rows: rowsOf(found, beside) }],
})

function rowsOf(ours: Score, theirs: Score): Row[] {
  const rows: [string, (score: Score) => number, string, Row['target']][] = [
    ['changes that are right', ({ fixed, changed }) => (100 * fixed) / changed, '%', { atLeast: 98 }],
    ['errors found and set right', ({ fixed, errors }) => (100 * fixed) / errors, '%', { atLeast: 85 }],
    ['right words harmed', ({ harmed, cleanWords }) => (100 * harmed) / cleanWords, '%', { atMost: 0.3 }],
    ['names changed', ({ namesChanged }) => namesChanged, '', { atMost: 0 }],
    ['CPU for 1,000 characters', ({ cpuMs, characters }) => (1000 * cpuMs) / characters, 'ms', { atMost: 100 }],
  ]
  return [
    ...rows.map(([what, figure, unit, target]) => ({
      what,
      figure: figure(ours),
      unit,
      target,
      beside: { Hunspell: figure(theirs) },
    })),
    {
      what: 'words of the demo journal changed, all of them right',
      figure: journal.harmed,
      unit: '',
      target: { atMost: 0 },
    },
    { what: 'three languages in memory', figure: loaded.megabytes, unit: 'MB', target: { atMost: 60 } },
    { what: 'three languages loaded', figure: loaded.ms, unit: 'ms', target: { atMost: 300 } },
  ]
}

function tell(name: string, correct: Correct): Score {
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
  return total
}

function embedded(): Correct {
  const started = performance.now()
  const read = (language: 'de' | 'fr' | 'en') => readLexicon(lexiconFile(builtFolder, language))
  const lexicons = { de: read('de'), fr: read('fr'), en: read('en') }
  const bytes = Object.values(lexicons).reduce((sum, { graph, marks, frequency }) => {
    const parts = [...Object.values(graph), marks, frequency]
    return sum + parts.reduce((size, part: Uint8Array | Uint16Array | Uint32Array) => size + part.byteLength, 0)
  }, 0)
  const ms = Math.round(performance.now() - started)
  console.log(`Three languages take ${(bytes / 1e6).toFixed(1)} MB and were there after ${ms} ms.\n`)
  Object.assign(loaded, { megabytes: bytes / 1e6, ms })
  const corrector = createCorrector(lexicons)
  return ({ written }: Sentence) => corrector.correct(written, new Set())
}
