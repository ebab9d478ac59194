import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen, rejection, rejectionMessage } from './open-screen.tsx'
import { item } from './samples.ts'

afterEach(closeScreen)

const itemArchivedFor = (days: number) => ({
  ...item,
  archived: { at: new Date(Date.now() - days * 86_400_000).toISOString(), by: 'Claire Aebischer' },
})

test('an archived item can be deleted for good after 30 days', async () => {
  openScreen('/inventory-detail/101', {
    'GET /inventory/details/:id': itemArchivedFor(1),
    'GET /attributes/:type': [],
  })
  const recent = within(await screen.findByRole('region', { name: 'Archived' }))
  expect(recent.getByText(/It can be deleted for good from/)).toBeTruthy()
  expect(recent.queryByRole('button', { name: 'Delete for good' })).toBeNull()

  openScreen('/inventory-detail/101', {
    'GET /inventory/details/:id': itemArchivedFor(40),
    'GET /attributes/:type': [],
    'DELETE /inventory/items/:id': rejection(409),
  })
  const old = within(await screen.findByRole('region', { name: 'Archived' }))
  // Confirmations need the overlays, which are loaded later.
  await waitFor(() => expect(document.querySelector('.mantine-Notifications-root')).toBeTruthy())
  fireEvent.click(old.getByRole('button', { name: 'Delete for good' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Ok' }))
  expect((await old.findByRole('alert')).textContent).toContain(
    `The item was not deleted. ${rejectionMessage}`,
  )
})
