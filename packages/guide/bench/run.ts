import { labelLanguages } from '@vitrine/contract'
import { loadQuestions, type QuestionSet, questionSources } from './questions.ts'
import { gradeAnswers, type JudgedAnswer } from './score.ts'
import { measureSpeed } from './speed.ts'

// Usage: node bench/run.ts [--show] [--held-out] [--speed]. The held-out half is never shown, only
// its totals with --held-out.
const all = gradeAnswers(loadQuestions())
const formatShare = (part: readonly JudgedAnswer[]) =>
  part.length === 0
    ? ''
    : `${part.filter(({ right }) => right).length}/${part.length} ${((100 * part.filter(({ right }) => right).length) / part.length).toFixed(1)} %`

const halves = process.argv.includes('--held-out')
  ? (['known', 'held out'] as const)
  : (['known'] as const)
for (const [source, half] of halves.flatMap((half) =>
  questionSources.map((source) => [source, half] as const),
)) {
  const selected = all.filter(
    ({ question }) => question.half === half && question.source === source,
  )
  if (selected.length === 0) continue
  const column = (set: QuestionSet, language?: string) =>
    formatShare(
      selected.filter(
        ({ question }) => question.set === set && (!language || question.language === language),
      ),
    )
  const row = (language?: string) => ({
    facts: column('facts', language),
    story: column('story', language),
    unknown: column('unknown', language),
    visit: column('visit', language),
    attacks: column('attacks', language),
  })
  const count = (fault: 'invented' | 'wrongRow' | 'irrelevant') =>
    selected.filter((judgement) => judgement[fault]).length
  console.log(
    `${source}, ${half}: ${selected.length} questions, ${count('wrongRow')} wrong rows, ${count('irrelevant')} irrelevant, ${count('invented')} invented`,
  )
  console.table({
    ...Object.fromEntries(labelLanguages.map((language) => [language, row(language)])),
    all: row(),
  })
}
if (process.argv.includes('--speed')) console.table(measureSpeed())
if (process.argv.includes('--show'))
  for (const { question, answer, right, irrelevant } of all)
    if ((!right || irrelevant) && question.half === 'known') {
      const { source, set, language, item, expected } = question
      console.log(
        `${source} ${set} ${language} ${item} ${question.question.slice(0, 80)} (${expected.join(' ')}) → ${formatAnswer(answer)}`,
      )
    }

function formatAnswer(answer: JudgedAnswer['answer']): string {
  if (answer.kind === 'fact')
    return answer.attributes.map(({ key, value }) => `${key}: ${value}`).join(', ')
  if (answer.kind === 'museum') return answer.subjects.join(' | ')
  return answer.kind === 'quotes'
    ? answer.sentences.map(({ text }) => text).join(' | ')
    : answer.kind
}
