import { readDemo } from '@vitrine/demo'
import { measure } from '../../packages/spelling/bench/measure.ts'
import { emptyScore, type Score, scoreSentence } from '../../packages/spelling/bench/score.ts'
import { build } from '../../scripts/build.mjs'
import { type Row, report } from '../report.ts'

build(['spelling'])
const { sentences, ours, theirs, correct, megabytes, ms } = await measure('test', false)
const journal = emptyScore()
for (const { comment, language } of readDemo(new Date()).journal.entries) {
  const entry = { language, written: comment, meant: comment, names: [] }
  scoreSentence(journal, entry, correct(entry))
}

const compared: [string, (score: Score) => number, string, Row['target']][] = [
  ['changes that are right', ({ fixed, changed }) => (100 * fixed) / changed, '%', { atLeast: 98 }],
  [
    'errors found and set right',
    ({ fixed, errors }) => (100 * fixed) / errors,
    '%',
    { atLeast: 85 },
  ],
  [
    'right words harmed',
    ({ harmed, cleanWords }) => (100 * harmed) / cleanWords,
    '%',
    { atMost: 0.3 },
  ],
  ['names changed', ({ namesChanged }) => namesChanged, '', { atMost: 0 }],
  [
    'CPU for 1,000 characters',
    ({ cpuMs, characters }) => (1000 * cpuMs) / characters,
    'ms',
    { atMost: 100 },
  ],
]
report({
  title: 'Spelling without a provider',
  text: [
    `${sentences} sentences with ${ours.errors} errors and ${ours.names} names in three languages, of the half that is not looked at while`,
    'working on it. The column beside it is Hunspell with its first suggestion, in the same run.',
  ].join('\n'),
  tables: [
    {
      title: 'embedded engine',
      rows: [
        ...compared.map(([what, figure, unit, target]) => ({
          what,
          figure: figure(ours),
          unit,
          target,
          beside: { Hunspell: figure(theirs) },
        })),
        {
          what: `words of the demo journal changed, of ${journal.cleanWords}, all of them right`,
          figure: journal.harmed,
          unit: '',
          target: { atMost: 0 },
        },
        {
          what: 'three languages in memory',
          figure: megabytes,
          unit: 'MB',
          target: { atMost: 60 },
        },
        { what: 'three languages loaded', figure: ms, unit: 'ms', target: { atMost: 300 } },
      ],
    },
  ],
})
