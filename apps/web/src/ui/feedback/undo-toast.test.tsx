import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { offerUndo } from './undo-toast.tsx'

afterEach(cleanup)

test('the second press of a double click does not undo what the first one did; a press of its own does', async () => {
  const undo = vi.fn(async () => undefined)
  render(
    <MantineProvider env="test">
      <Notifications />
    </MantineProvider>,
  )
  act(() => offerUndo({ id: 'removed', message: 'Picture removed.', undo, failure: '' }))
  const button = await screen.findByRole('button', { name: 'Undo' })
  fireEvent.click(button, { detail: 2 })
  expect(undo).not.toHaveBeenCalled()
  await act(async () => void fireEvent.click(button, { detail: 1 }))
  expect(undo).toHaveBeenCalledOnce()
})
