import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { EditDraft } from './edit-drafts.ts'
import { useEdit } from './use-edit.ts'

afterEach(cleanup)

const thing = { version: 3, name: 'Étude', origin: 'A gift of 1931' }

function edit(draft: EditDraft | null) {
  const write = vi.fn(async () => {})
  const { result } = renderHook(() =>
    useEdit({
      thing,
      read: ({ name, origin }) => ({ name, origin }),
      write,
      explain: () => ({ problem: '', errors: {} }),
      draft: { draft, keep: () => {} },
    }),
  )
  return { result, write }
}

test('a draft from before a field was added keeps the present value of that field', async () => {
  const { result, write } = edit({
    version: 3,
    base: { name: 'Étude' },
    values: { name: 'Étude en bleu' },
  })
  expect(result.current.field('origin').value).toBe('A gift of 1931')
  await act(() => result.current.save(async () => {}))
  expect(write).toHaveBeenCalledWith(
    { name: 'Étude en bleu', origin: 'A gift of 1931' },
    3,
    expect.anything(),
  )
})

test('a draft goes on from what was typed over', () => {
  const { result } = edit({
    version: 2,
    base: { name: 'Old', origin: '' },
    values: { name: 'New', origin: '' },
  })
  expect(result.current.values).toEqual({ name: 'New', origin: '' })
  expect(result.current.isDirty).toBe(true)
})
