import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { offerUndo } from './undo-toast.tsx'

afterEach(cleanup)

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
  const press = (target: Element) => act(async () => void fireEvent.keyDown(target, { key: 'z', ctrlKey: true }))
  await press(screen.getByRole('textbox', { name: 'Filter' }))
  expect(second).not.toHaveBeenCalled()
  await press(document.body)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  await press(document.body)
  await press(document.body)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
})
