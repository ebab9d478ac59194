import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { retentionDays } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import {
  type Answers,
  closeScreen,
  openScreen,
  rejection,
  rejectionMessage,
} from './open-screen.tsx'
import { item } from './samples.ts'

afterEach(closeScreen)

const dayMs = 86_400_000

/** Opens the page of an item that was archived some days ago, and finds the notice about it. */
async function openNotice(daysAgo: number, answers: Answers = {}) {
  const archived = {
    at: new Date(Date.now() - daysAgo * dayMs).toISOString(),
    by: 'Claire Aebischer',
  }
  openScreen('/inventory-detail/101', {
    'GET /inventory/details/:id': { ...item, archived },
    'GET /attributes/:type': [],
    ...answers,
  })
  return within(await screen.findByRole('region', { name: 'Archived' }))
}

test('an archived item can’t be deleted for good before its retention ends', async () => {
  const notice = await openNotice(retentionDays - 1)
  expect(notice.getByText(/It can be deleted for good from/)).toBeTruthy()
  expect(notice.queryByRole('button', { name: 'Delete for good' })).toBeNull()
})

test('a deletion for good that the server rejects says why', async () => {
  const notice = await openNotice(retentionDays + 1, {
    'DELETE /inventory/items/:id': rejection(409),
  })
  // Confirmations need the overlays, which are loaded later.
  await waitFor(() => expect(document.querySelector('.mantine-Notifications-root')).toBeTruthy())

  fireEvent.click(notice.getByRole('button', { name: 'Delete for good' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Ok' }))
  expect((await notice.findByRole('alert')).textContent).toContain(
    `The item was not deleted. ${rejectionMessage}`,
  )
})
