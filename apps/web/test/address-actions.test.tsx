import { screen } from '@testing-library/react'
import { emptyListColumns } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { type Answers, closeScreen, openScreen } from './open-screen.tsx'
import { place } from './samples.ts'

afterEach(closeScreen)

const listEntry = { ...emptyListColumns, id: 101, identifier: 'LG-001', name: 'Étude', picture: '' }
const list: Answers = { 'GET /inventory/art': [listEntry] }

test.for<[address: string, answers: Answers, opened: () => Promise<unknown>]>([
  ['/inventory/art#add', list, () => screen.findByLabelText(/^identifier/i)],
  ['/inventory/art#upload', list, () => screen.findByLabelText('CSV file')],
  ['/places#add', { 'GET /places': [place] }, () => screen.findByLabelText(/^code/i)],
])('%s opens the form or panel', async ([path, answers, opened]) => {
  openScreen(path, answers, 'root')
  expect(await opened()).toBeTruthy()
})
