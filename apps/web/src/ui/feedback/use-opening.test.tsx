import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useOpening } from './use-opening.ts'

afterEach(cleanup)

test('useOpening keeps a dialog that was opened while the previous one closes', () => {
  const { result } = renderHook(() => useOpening<string>())
  act(() => result.current.open('LM-001'))
  const closing = result.current.opening

  act(() => result.current.open('LM-001'))
  act(() => result.current.unmount(closing?.key ?? 0))
  expect(result.current.opening).toMatchObject({ subject: 'LM-001' })
  expect(result.current.opening?.key).not.toBe(closing?.key)

  act(() => result.current.unmount(result.current.opening?.key ?? 0))
  expect(result.current.opening).toBeNull()
})

test('useOpening keeps the key of a dialog that changes its subject', () => {
  const { result } = renderHook(() => useOpening<string>())
  act(() => result.current.open('first'))
  const { key } = result.current.opening ?? {}

  act(() => result.current.change('second'))
  expect(result.current.opening).toEqual({ subject: 'second', key })

  act(() => result.current.unmount(key ?? 0))
  expect(result.current.opening).toBeNull()
})
