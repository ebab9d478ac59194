import { fireEvent, screen, waitFor } from '@testing-library/react'
import { done, type Notice } from '@vitrine/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { closeScreen, openScreen } from './open-screen.tsx'
import { emptyHome, item } from './samples.ts'

afterEach(closeScreen)

const instant = '2026-11-15T10:00:00.000Z'

const createNotice = (commentId: number, kind: Notice['kind'], by: string): Notice => ({
  kind,
  by,
  at: instant,
  comment: {
    id: commentId,
    item_id: item.id,
    identifier: item.identifier,
    item_name: item.name,
    comment: `Text ${commentId}`,
    created: instant,
    first_name: by,
    last_name: '',
  },
})

function openHome() {
  const notices = [createNotice(7, 'reply', 'Anna'), createNotice(8, 'task', 'Luca')]
  openScreen(
    '/',
    { 'GET /home': { ...emptyHome, notices }, 'POST /inventory/read-notices': done },
    'admin',
  )
}

test('Home lists and links replies and assigned tasks', async () => {
  openHome()
  const list = await screen.findByRole('list', { name: 'New for me' })
  expect(list.textContent).toMatch(/Anna replied.*Text 7.*Luca gave you a task.*Text 8/)
  expect(screen.getByRole('link', { name: /Text 7/ }).getAttribute('href')).toBe(
    '/inventory-detail/101#comment-7',
  )
  expect(screen.queryByText(/Nothing is waiting for you/)).toBeNull()
})

test('Home marks one notice or all notices as read', async () => {
  openHome()
  const sentBodies: string[] = []
  const answerRequest = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (init.method === 'POST') sentBodies.push(String(init.body))
    return answerRequest(address, init)
  })

  fireEvent.click(await screen.findByRole('button', { name: 'Mark as read: Text 7' }))
  await waitFor(() => expect(sentBodies).toEqual(['{"commentIds":[7]}']))

  fireEvent.click(await screen.findByRole('button', { name: 'Mark all 2 as read' }))
  await waitFor(() => expect(sentBodies).toHaveLength(2))
  expect(sentBodies.at(-1)).toBe('{"commentIds":[7,8]}')
})
