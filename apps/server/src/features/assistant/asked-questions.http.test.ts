import { api } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { demoQuestions } from '../../../test/demo-questions.ts'
import { test } from '../../../test/server.ts'

// @module-tag sqlite

/** Counts the answerable questions that get their answer, and the others that get none. */
async function countOutcomes(client: Client, questions: typeof demoQuestions) {
  const counts = { answered: 0, 'with an answer': 0, refused: 0, 'without one': 0 }
  for (const [question, answer] of questions) {
    const { sources } = await client.call(api.assistant.ask, { body: { question } })
    counts[answer ? 'with an answer' : 'without one']++
    if (answer && sources.some(({ text }) => answer.test(text))) counts.answered++
    if (!answer && sources.length === 0) counts.refused++
  }
  return counts
}

// Some answers come from the journal, whose dates depend on today, so the limits are lower than the
// results. Each half has 14 questions with and 14 without an answer.
test.for([
  { half: 'first', parity: 0, minAnswered: 10, minRefused: 12 },
  { half: 'second', parity: 1, minAnswered: 10, minRefused: 14 },
])(
  'quotes answers to most questions of the $half half, and nothing where there is none',
  async ({ parity, minAnswered, minRefused }, { root }) => {
    const questions = demoQuestions.filter((_, index) => Math.floor(index / 2) % 2 === parity)
    const counts = await countOutcomes(root, questions)
    expect(counts).toMatchObject({ 'with an answer': 14, 'without one': 14 })
    expect(counts.answered).toBeGreaterThanOrEqual(minAnswered)
    expect(counts.refused).toBeGreaterThanOrEqual(minRefused)
  },
)

const askForLists = async (client: Client, question: string) =>
  client.call(api.assistant.ask, { body: { question } })

test('answers a question about a place with a list of the items in it', async ({ root }) => {
  const answer = await askForLists(root, 'Welche Werke hängen in Saal 3?')
  expect(answer).toMatchObject({
    answer: [],
    sources: [],
    lists: [{ type: 'art', values: ['Saal 3'] }],
  })
  const [list] = answer.lists
  expect(list?.count).toBeGreaterThan(5)
  expect(list?.first).toHaveLength(5)
  for (const { id } of list?.first ?? []) {
    const { tags } = await root.call(api.inventory.details, { params: { id } })
    expect(tags.location).toBe('Saal 3')
  }
})

test('answers questions about a place in French and English, too', async ({ root }) => {
  const { lists } = await askForLists(root, 'Welche Werke hängen in Saal 3?')
  const french = await askForLists(root, 'Quelles œuvres sont dans la salle 3 ?')
  expect(french.lists).toEqual(lists)
  const english = await askForLists(root, 'Which cars are in Hall 1?')
  expect(english.lists).toMatchObject([{ type: 'car', values: ['Halle 1'] }])
})

test('lists no archived items in a place', async ({ root }) => {
  const [before] = (await askForLists(root, 'Welche Werke hängen in Saal 3?')).lists
  const itemIds = [before?.first[0]?.id ?? 0]
  await root.call(api.inventory.setArchived, { body: { itemIds, archived: true } })
  const [after] = (await askForLists(root, 'Welche Werke hängen in Saal 3?')).lists
  await root.call(api.inventory.setArchived, { body: { itemIds, archived: false } })
  expect(after?.count).toBe((before?.count ?? 0) - 1)
})
