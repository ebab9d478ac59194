import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useKeepFocus } from './use-keep-focus.ts'

/** A button that keeps the focus after a change of `state`, and a dialog if there is one. */
function Form({ state, dialog = false }: { readonly state: string; readonly dialog?: boolean }) {
  const target = useRef<HTMLButtonElement>(null)
  useKeepFocus(state, target)
  return (
    <>
      <button type="button" ref={target}>
        Target
      </button>
      {dialog && (
        <div role="dialog">
          <button type="button">Ok</button>
        </div>
      )}
    </>
  )
}

/** Longer than the hook waits before it moves the focus. */
const longerThanDelayMs = 200

const isFocused = (name: string) => document.activeElement === screen.queryByText(name)
const focusDialog = () => screen.getByText('Ok').focus()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('moves the focus to the target when a closing dialog drops it', () => {
  const { rerender } = render(<Form state="idle" dialog />)
  focusDialog()
  rerender(<Form state="done" dialog />)
  vi.advanceTimersByTime(longerThanDelayMs)
  expect(isFocused('Ok')).toBe(true)

  rerender(<Form state="done" />)
  vi.advanceTimersByTime(longerThanDelayMs)
  expect(isFocused('Target')).toBe(true)
})

test('does not move the focus if a dialog opens and closes within the delay', () => {
  const { rerender } = render(<Form state="idle" />)
  rerender(<Form state="done" dialog />)
  focusDialog()
  rerender(<Form state="done" />)
  vi.advanceTimersByTime(longerThanDelayMs)
  expect(isFocused('Target')).toBe(false)
})

test('does not move the focus when a dialog closes that stayed open beyond the delay', () => {
  const { rerender } = render(<Form state="idle" />)
  rerender(<Form state="done" dialog />)
  focusDialog()
  vi.advanceTimersByTime(longerThanDelayMs)
  rerender(<Form state="done" />)
  vi.advanceTimersByTime(longerThanDelayMs)
  expect(isFocused('Target')).toBe(false)
})
