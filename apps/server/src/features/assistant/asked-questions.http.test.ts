import { api } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { demoQuestions } from '../../../test/demo-questions.ts'
import { test } from '../../../test/server.ts'

// @module-tag sqlite

/** Counts the answerable questions that get their answer, and the others that get none. */
async function tally(client: Client, questions: typeof demoQuestions) {
  const counts = { answered: 0, 'with an answer': 0, refused: 0, 'without one': 0 }
  for (const [question, answer] of questions) {
    const { sources } = await client.call(api.assistant.ask, { body: { question } })
    counts[answer ? 'with an answer' : 'without one']++
    if (answer && sources.some(({ text }) => answer.test(text))) counts.answered++
    if (!answer && sources.length === 0) counts.refused++
  }
  return counts
}

const half = (which: 0 | 1) =>
  demoQuestions.filter((_, index) => Math.floor(index / 2) % 2 === which)

test('quotes the answering text for most questions, and nothing for questions without an answer', async ({
  root,
}) => {
  // Some answers come from the journal, whose dates depend on today, so the limit is lower than the
  // result.
  for (const [which, answered, refused] of [
    [0, 10, 12],
    [1, 10, 14],
  ] as const) {
    const counts = await tally(root, half(which))
    expect(counts).toMatchObject({ 'with an answer': 14, 'without one': 14 })
    expect(counts.answered).toBeGreaterThanOrEqual(answered)
    expect(counts.refused).toBeGreaterThanOrEqual(refused)
  }
})

test('answers a question about a place with the items in it', async ({ root }) => {
  const ask = (question: string) => root.call(api.assistant.ask, { body: { question } })
  const inHall = await ask('Welche Werke hängen in Saal 3?')
  expect(inHall).toMatchObject({
    answer: [],
    sources: [],
    lists: [{ type: 'art', values: ['Saal 3'] }],
  })
  const [list] = inHall.lists
  expect(list?.count).toBeGreaterThan(5)
  expect(list?.first).toHaveLength(5)
  for (const { id } of list?.first ?? []) {
    const { tags } = await root.call(api.inventory.details, { params: { id } })
    expect(tags.location).toBe('Saal 3')
  }
  expect((await ask('Quelles œuvres sont dans la salle 3 ?')).lists).toEqual(inHall.lists)
  expect((await ask('Which cars are in Hall 1?')).lists).toMatchObject([
    { type: 'car', values: ['Halle 1'] },
  ])

  // Archived items are in no place.
  const id = list?.first[0]?.id ?? 0
  await root.call(api.inventory.setArchived, { body: { itemIds: [id], archived: true } })
  const [without] = (await ask('Welche Werke hängen in Saal 3?')).lists
  await root.call(api.inventory.setArchived, { body: { itemIds: [id], archived: false } })
  expect(without?.count).toBe((list?.count ?? 0) - 1)
})
