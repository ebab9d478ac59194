import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useKeepFocus } from './use-keep-focus.ts'

function Form({ state, dialog = false }: { readonly state: string; readonly dialog?: boolean }) {
  const place = useRef<HTMLButtonElement>(null)
  useKeepFocus(state, place)
  return (
    <>
      <button type="button" ref={place}>
        Place
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

test('the focus that a closing dialog drops goes to the place for it', () => {
  const { rerender } = render(<Form state="idle" dialog />)
  focusDialog()
  rerender(<Form state="done" dialog />)
  vi.advanceTimersByTime(200)
  expect(isFocused('Ok')).toBe(true)
  rerender(<Form state="done" />)
  vi.advanceTimersByTime(200)
  expect(isFocused('Place')).toBe(true)
})

test('what a dialog drops that was opened and closed in the meantime is not for this place', () => {
  const { rerender } = render(<Form state="idle" />)
  rerender(<Form state="done" dialog />)
  focusDialog()
  rerender(<Form state="done" />)
  vi.advanceTimersByTime(200)
  expect(isFocused('Place')).toBe(false)
})

test('a dialog that is opened afterwards keeps its focus, and what it drops is not for this place', () => {
  const { rerender } = render(<Form state="idle" />)
  rerender(<Form state="done" dialog />)
  focusDialog()
  vi.advanceTimersByTime(200)
  rerender(<Form state="done" />)
  vi.advanceTimersByTime(200)
  expect(isFocused('Place')).toBe(false)
})
