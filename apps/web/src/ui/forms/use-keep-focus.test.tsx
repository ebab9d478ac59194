import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useKeepFocus } from './use-keep-focus.ts'

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

const isFocused = (name: string) => document.activeElement === screen.queryByText(name)
const focusDialog = () => screen.getByText('Ok').focus()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('moves the focus that a closing dialog drops to the target', () => {
  const { rerender } = render(<Form state="idle" dialog />)
  focusDialog()
  rerender(<Form state="done" dialog />)
  vi.advanceTimersByTime(200)
  expect(isFocused('Ok')).toBe(true)
  rerender(<Form state="done" />)
  vi.advanceTimersByTime(200)
  expect(isFocused('Target')).toBe(true)
})

test('ignores a dialog that opens and closes within the delay', () => {
  const { rerender } = render(<Form state="idle" />)
  rerender(<Form state="done" dialog />)
  focusDialog()
  rerender(<Form state="done" />)
  vi.advanceTimersByTime(200)
  expect(isFocused('Target')).toBe(false)
})

test('ignores the focus dropped by a dialog that opens later', () => {
  const { rerender } = render(<Form state="idle" />)
  rerender(<Form state="done" dialog />)
  focusDialog()
  vi.advanceTimersByTime(200)
  rerender(<Form state="done" />)
  vi.advanceTimersByTime(200)
  expect(isFocused('Target')).toBe(false)
})
