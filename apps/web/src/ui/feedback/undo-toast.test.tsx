import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../client/api-error.ts'
import { offerUndo } from './undo-toast.tsx'

/** Longer than a toast takes to close. */
const closingMs = 500

afterEach(cleanup)

// Other tests may have left toasts, and Mantine shows only five at a time.
beforeEach(() => {
  notifications.cleanQueue()
  notifications.clean()
})

test('Ctrl+Z runs each undo once, newest first, unless a text field has the focus', async () => {
  const undoName = vi.fn(async () => undefined)
  const undoYear = vi.fn(async () => undefined)
  render(
    <MantineProvider env="test">
      <Notifications />
      <input aria-label="Filter" />
    </MantineProvider>,
  )
  act(() => offerUndo({ id: 'name', message: 'Name saved.', undo: undoName }))
  act(() => offerUndo({ id: 'year', message: 'Year saved.', undo: undoYear }))
  await screen.findByText('Year saved.')
  const pressCtrlZ = (target: Element) =>
    act(async () => void fireEvent.keyDown(target, { key: 'z', ctrlKey: true }))

  await pressCtrlZ(screen.getByRole('textbox', { name: 'Filter' }))
  expect(undoYear).not.toHaveBeenCalled()

  await pressCtrlZ(document.body)
  expect(undoYear).toHaveBeenCalledOnce()
  expect(undoName).not.toHaveBeenCalled()

  await pressCtrlZ(document.body)
  await pressCtrlZ(document.body)
  expect(undoYear).toHaveBeenCalledOnce()
  expect(undoName).toHaveBeenCalledOnce()
})

test('offers a failed undo again only if the server did not reject it', async () => {
  render(
    <MantineProvider env="test">
      <Notifications />
    </MantineProvider>,
  )
  const undo = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new ApiError(503, 'Too busy.'))
    .mockRejectedValueOnce(new ApiError(409, 'Changed since.'))
  act(() => offerUndo({ id: 'done', message: 'Task done.', undo }))

  const clickUndoIn = async (text: string) => {
    // A closed toast stays in the document for a moment.
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, closingMs)))
    const toast = (await screen.findByText(text)).parentElement ?? document.body
    const button = within(toast).getByRole('button', { name: 'Undo' })
    await act(async () => void fireEvent.click(button))
  }

  await clickUndoIn('Task done.')
  const retryText = 'This could not be undone. Too busy.'
  await clickUndoIn(retryText)
  await screen.findByText('This could not be undone. Changed since.')
  await waitFor(() => expect(screen.queryByText(retryText)).toBeNull())
  expect(undo).toHaveBeenCalledTimes(2)
})
