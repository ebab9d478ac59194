import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../client/api-error.ts'
import { offerUndo } from './undo-toast.tsx'

afterEach(cleanup)
// The app of another test may have left some, and five have room.
beforeEach(() => {
  notifications.cleanQueue()
  notifications.clean()
})

test('Ctrl+Z undoes what the newest open toast offers, not while a text field has its own undo', async () => {
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

test('an undo that the server did not answer is offered again; one that it refused is not', async () => {
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
  const pressIn = async (text: string) => {
    // A toast that was closed stays for a moment.
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 500)))
    const toast = (await screen.findByText(text)).parentElement ?? document.body
    const button = within(toast).getByRole('button', { name: 'Undo' })
    await act(async () => void fireEvent.click(button))
  }
  await pressIn('Task done.')
  const again = 'This could not be undone. Too busy.'
  await pressIn(again)
  await screen.findByText('This could not be undone. Changed since.')
  await waitFor(() => expect(screen.queryByText(again)).toBeNull())
  expect(undo).toHaveBeenCalledTimes(2)
})
