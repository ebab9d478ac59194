import { labelLanguages } from '@vitrine/contract'
import {
  answerQuestion,
  type GuideItem,
  maxQuestionLength,
  maxTextLength,
  type PreparedItem,
  prepareItem,
} from '../src/index.ts'
import { demoItems, loadQuestions } from './questions.ts'

const rounds = 20

/** Measures CPU time per answer over the test set, and for worst cases of maximum length. */
export function measureSpeed() {
  const asked = loadQuestions().filter(
    ({ question, text }) => question.length <= maxQuestionLength && text === undefined,
  )
  const items = demoItems()
  const prepared = new Map<string, PreparedItem>()
  const started = process.cpuUsage()
  for (const { item, language } of asked) {
    const key = `${item} ${language}`
    const made = items.get(item)?.(language)
    if (made && !prepared.has(key)) prepared.set(key, prepareItem(made, language))
  }
  const prepareMs = measureCpuSince(started) / prepared.size
  const ask = () => {
    for (const { item, language, question } of asked) {
      const known = prepared.get(`${item} ${language}`)
      if (known) answerQuestion(known, question)
    }
  }
  ask()
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) ask()
  return {
    answers: asked.length,
    'ms to prepare an item': round(prepareMs),
    'ms per answer': round(measureCpuSince(before) / (rounds * asked.length)),
    ...Object.fromEntries(measureWorstCases().map(({ name, ms }) => [name, round(ms)])),
  }
}

/** Worst cases: similar words, so that comparisons reach the last letter. */
function measureWorstCases() {
  const alike = (count: number, letters: string) =>
    Array.from({ length: count }, (_, at) => `${letters}${at.toString(26).replaceAll(/\d/g, 'q')}`)
  const cases = [
    {
      name: 'ms, words alike',
      text: alike(2_000, 'aaaaaa').join(' '),
      question: alike(60, 'aaaa').join(' '),
    },
    {
      name: 'ms, sentences of a word',
      text: 'war. '.repeat(4_000),
      question: 'war warr warrr why when how many where'.repeat(8),
    },
    {
      name: 'ms, one sign',
      text: '車'.repeat(maxTextLength),
      question: '車'.repeat(maxQuestionLength),
    },
    { name: 'ms, near misses', text: 'x', question: alike(60, 'geschwi').join(' ') },
  ]
  return cases.map(({ name, text, question }) => {
    const all = labelLanguages.map((language) => {
      const item: GuideItem = {
        name: 'A',
        rows: [],
        text: text.slice(0, maxTextLength),
        textLanguage: language,
      }
      const prepared = prepareItem(item, language)
      answerQuestion(prepared, question)
      const before = process.cpuUsage()
      for (let count = 0; count < 10; count++) answerQuestion(prepared, question)
      return measureCpuSince(before) / 10
    })
    return { name, ms: Math.max(...all) }
  })
}

function measureCpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const round = (ms: number) => Math.round(ms * 1000) / 1000
