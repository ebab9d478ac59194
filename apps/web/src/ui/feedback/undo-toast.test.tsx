import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../client/api-error.ts'
import { offerUndo } from './undo-toast.tsx'

afterEach(cleanup)
// Other tests may have left toasts, and only five fit.
beforeEach(() => {
  notifications.cleanQueue()
  notifications.clean()
})

test('Ctrl+Z runs the undo of the newest toast unless a text field has the focus', async () => {
  const [first, second] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
  render(
    <MantineProvider env="test">
      <Notifications />
      <input aria-label="Filter" />
    </MantineProvider>,
  )
  act(() => offerUndo({ id: 'first', message: 'Name saved.', undo: first }))
  act(() => offerUndo({ id: 'second', message: 'Year saved.', undo: second }))
  await screen.findByText('Year saved.')
  const press = (target: Element) =>
    act(async () => void fireEvent.keyDown(target, { key: 'z', ctrlKey: true }))
  await press(screen.getByRole('textbox', { name: 'Filter' }))
  expect(second).not.toHaveBeenCalled()
  await press(document.body)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  await press(document.body)
  await press(document.body)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
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
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 500)))
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
