import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Answers, closeScreen, openScreen } from './open-screen.tsx'
import { listEntry, place } from './samples.ts'

afterEach(closeScreen)

const list: Answers = { 'GET /inventory/art': [listEntry] }

test.for<[address: string, answers: Answers, firstField: string | RegExp]>([
  ['/inventory/art#add', list, /^identifier/i],
  ['/inventory/art#upload', list, 'CSV file'],
  ['/places#add', { 'GET /places': [place] }, /^code/i],
])('%s opens the screen with its form', async ([address, answers, firstField]) => {
  openScreen(address, answers)
  expect(await screen.findByLabelText(firstField)).toBeTruthy()
})
