import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { EditDraft } from './edit-drafts.ts'
import { useEdit } from './use-edit.ts'

afterEach(cleanup)

const item = { version: 3, name: 'Étude', origin: 'A gift of 1931' }

function renderEdit(draft: EditDraft | null) {
  const write = vi.fn(async () => {})
  const { result } = renderHook(() =>
    useEdit({
      entity: item,
      read: ({ name, origin }) => ({ name, origin }),
      write,
      explain: () => ({ problem: '', errors: {} }),
      draft: { draft, keep: () => {} },
    }),
  )
  return { result, write }
}

test('useEdit keeps the current value of a field that an older draft lacks', async () => {
  const { result, write } = renderEdit({
    version: 3,
    base: { name: 'Étude' },
    values: { name: 'Étude en bleu' },
  })
  expect(result.current.fieldProps('origin').value).toBe('A gift of 1931')
  await act(() => result.current.save(async () => {}))
  expect(write).toHaveBeenCalledWith(
    { name: 'Étude en bleu', origin: 'A gift of 1931' },
    3,
    expect.anything(),
  )
})

test('useEdit compares a restored draft with the values that it started from', () => {
  const { result } = renderEdit({
    version: 2,
    base: { name: 'Old', origin: '' },
    values: { name: 'New', origin: '' },
  })
  expect(result.current.values).toEqual({ name: 'New', origin: '' })
  expect(result.current.isDirty).toBe(true)
})
