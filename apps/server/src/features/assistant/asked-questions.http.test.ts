import { api } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { demoQuestions } from '../../../test/demo-questions.ts'
import { test } from '../../../test/server.ts'

// @module-tag sqlite

const ask = (client: Client, question: string) =>
  client.call(api.assistant.ask, { body: { question } })

/** Counts questions with and without an answer in the demo data, and how many end as expected. */
async function countOutcomes(client: Client, questions: typeof demoQuestions) {
  const counts = { answerable: 0, answered: 0, unanswerable: 0, refused: 0 }
  for (const [question, answer] of questions) {
    const { sources } = await ask(client, question)
    if (answer) {
      counts.answerable++
      if (sources.some(({ text }) => answer.test(text))) counts.answered++
    } else {
      counts.unanswerable++
      if (sources.length === 0) counts.refused++
    }
  }
  return counts
}

/** Number of answerable questions in each half, and also of unanswerable ones. */
const questionsPerHalf = 14

// Some answers come from the journal, whose dates depend on today, so the limits are lower than the
// results.
test.for([
  { half: 'first', parity: 0, minAnswered: 10, minRefused: 12 },
  { half: 'second', parity: 1, minAnswered: 10, minRefused: 14 },
])(
  'answers most answerable questions of the $half half, and refuses most others',
  async ({ parity, minAnswered, minRefused }, { root }) => {
    // Takes every other pair of an answerable and an unanswerable question.
    const questions = demoQuestions.filter((_, index) => Math.floor(index / 2) % 2 === parity)
    const counts = await countOutcomes(root, questions)
    expect(counts.answerable).toBe(questionsPerHalf)
    expect(counts.unanswerable).toBe(questionsPerHalf)
    expect(counts.answered).toBeGreaterThanOrEqual(minAnswered)
    expect(counts.refused).toBeGreaterThanOrEqual(minRefused)
  },
)

test('answers a question about a place with a list of the items in it', async ({ root }) => {
  const answer = await ask(root, 'Welche Werke hängen in Saal 3?')
  expect(answer).toMatchObject({
    answer: [],
    sources: [],
    lists: [{ type: 'art', values: ['Saal 3'] }],
  })
  const [list] = answer.lists
  const maxListedItems = 5
  expect(list?.count).toBeGreaterThan(maxListedItems)
  expect(list?.first).toHaveLength(maxListedItems)
  for (const { id } of list?.first ?? []) {
    const { tags } = await root.call(api.inventory.details, { params: { id } })
    expect(tags.location).toBe('Saal 3')
  }
})

test('answers questions about a place in French and English', async ({ root }) => {
  const { lists } = await ask(root, 'Welche Werke hängen in Saal 3?')
  const french = await ask(root, 'Quelles œuvres sont dans la salle 3 ?')
  expect(french.lists).toEqual(lists)
  const english = await ask(root, 'Which cars are in Hall 1?')
  expect(english.lists).toMatchObject([{ type: 'car', values: ['Halle 1'] }])
})

test('lists no archived items in a place', async ({ root }) => {
  const question = 'Welche Werke hängen in Saal 3?'
  const [before] = (await ask(root, question)).lists
  const itemIds = [before?.first[0]?.id ?? expect.fail()]
  await root.call(api.inventory.setArchived, { body: { itemIds, archived: true } })
  const [after] = (await ask(root, question)).lists
  await root.call(api.inventory.setArchived, { body: { itemIds, archived: false } })
  expect(after?.count).toBe((before?.count ?? 0) - 1)
})
