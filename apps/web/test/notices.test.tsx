import { fireEvent, screen, waitFor } from '@testing-library/react'
import { done, type Notice } from '@vitrine/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { closeScreen, openScreen } from './open-screen.tsx'

afterEach(closeScreen)

const createNotice = (id: number, kind: Notice['kind'], by: string): Notice => ({
  kind,
  by,
  at: '2026-11-15T10:00:00.000Z',
  comment: {
    ...{ id, item_id: 101, identifier: 'LG-001', item_name: 'Étude' },
    ...{ comment: `Text ${id}`, created: '2026-11-15T10:00:00.000Z' },
    ...{ first_name: by, last_name: '' },
  },
})

const home = {
  ...{ tasks: [], changes: [], events: [], gaps: [] },
  ...{ openForMe: 0, openForAll: 0, unansweredQuestions: 0, expectedBack: 0 },
}

test('Home lists replies and assignments, and marks them as read', async () => {
  const notices = [createNotice(7, 'reply', 'Anna'), createNotice(8, 'task', 'Luca')]
  openScreen(
    '/',
    { 'GET /home': { ...home, notices }, 'POST /inventory/read-notices': done },
    'admin',
  )
  const list = await screen.findByRole('list', { name: 'New for me' })
  expect(list.textContent).toMatch(/Anna replied.*Text 7.*Luca gave you a task.*Text 8/)
  expect(screen.getByRole('link', { name: /Text 7/ }).getAttribute('href')).toBe(
    '/inventory-detail/101#comment-7',
  )
  expect(screen.queryByText(/Nothing is waiting for you/)).toBeNull()

  const sent: string[] = []
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (init.method === 'POST') sent.push(String(init.body))
    return answer(address, init)
  })
  fireEvent.click(screen.getByRole('button', { name: 'Mark as read: Text 7' }))
  await waitFor(() => expect(sent).toEqual(['{"commentIds":[7]}']))
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all 2 as read' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toBe('{"commentIds":[7,8]}')
})
