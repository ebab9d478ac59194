import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { lazyWithFallback } from './lazy-with-fallback.tsx'

afterEach(cleanup)

test('shows an error in place of a component that fails to load, and keeps the rest', async () => {
  const Part = lazyWithFallback(() => Promise.reject(new Error('offline')))
  render(
    <>
      <textarea aria-label="Comment" defaultValue="half a sentence" />
      <Part />
    </>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('half a sentence')
})
