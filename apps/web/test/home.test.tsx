import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen, reason, refusal } from './open-screen.tsx'

afterEach(closeScreen)

const nothing = {
  ...{ tasks: [], changes: [], events: [], gaps: [] },
  ...{ openForMe: 0, openForAll: 0, unansweredQuestions: 0, expectedBack: 0 },
}

test('an empty Home says what there is nothing of', async () => {
  openScreen('/', { 'GET /home': nothing }, 'employee')
  await screen.findByText(/^Everything is in order/)
  for (const sentence of ['Nothing is waiting for you.', 'No changes yet.', 'No upcoming events.'])
    expect(screen.getByRole('main').textContent).toContain(sentence)
})

test('a Home that fails still has its tiles', async () => {
  openScreen('/', { 'GET /home': refusal(500) }, 'employee')
  expect((await screen.findByRole('alert')).textContent).toContain(`The overview could not be loaded. ${reason}`)
  for (const tile of ['Le Manège', 'La Grange', 'Comments', 'Save the Date'])
    expect(screen.getAllByRole('link', { name: tile }).length).toBeGreaterThan(0)
})
