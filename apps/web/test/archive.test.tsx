import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen, reason, refusal } from './open-screen.tsx'
import { item } from './samples.ts'

afterEach(closeScreen)

const archivedFor = (days: number) => ({
  ...item,
  archived: { at: new Date(Date.now() - days * 86_400_000).toISOString(), by: 'Claire Aebischer' },
})

test('an archived item can be deleted for good after 30 days, and a deletion that the server rejects says why', async () => {
  openScreen('/inventory-detail/101', {
    'GET /inventory/details/:id': archivedFor(1),
    'GET /attributes/:type': [],
  })
  const young = within(await screen.findByRole('region', { name: 'Archived' }))
  expect(young.getByText(/It can be deleted for good from/)).toBeTruthy()
  expect(young.queryByRole('button', { name: 'Delete for good' })).toBeNull()

  openScreen('/inventory-detail/101', {
    'GET /inventory/details/:id': archivedFor(40),
    'GET /attributes/:type': [],
    'DELETE /inventory/items/:id': refusal(409),
  })
  const old = within(await screen.findByRole('region', { name: 'Archived' }))
  // Questions are shown by a part that is loaded later.
  await waitFor(() => expect(document.querySelector('.mantine-Notifications-root')).toBeTruthy())
  fireEvent.click(old.getByRole('button', { name: 'Delete for good' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Ok' }))
  expect((await old.findByRole('alert')).textContent).toContain(
    `The item was not deleted. ${reason}`,
  )
})
