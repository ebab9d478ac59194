import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NewPasswordForm } from './new-password-form.tsx'

afterEach(cleanup)

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

function fillInAndSave(password: string, repeated: string) {
  fireEvent.change(field('New Passwort'), { target: { value: password } })
  fireEvent.change(field('Repeat password'), { target: { value: repeated } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
}

function renderForm(onSubmit: (password: string) => Promise<unknown>) {
  render(
    <MantineProvider>
      <NewPasswordForm
        submitLabel="Save"
        isBusy={false}
        email="anna@example.org"
        onSubmit={onSubmit}
      >
        The previous outcome
      </NewPasswordForm>
    </MantineProvider>,
  )
}

describe('the form for a new password', () => {
  it('rejects an invalid password, focuses its field and hides the previous outcome', () => {
    const onSubmit = vi.fn(async () => undefined)
    renderForm(onSubmit)
    expect(screen.getByText('The previous outcome')).toBeTruthy()
    fillInAndSave('abc', 'abc')
    expect(screen.queryByText('The previous outcome')).toBeNull()
    expect(screen.getByText('The new password must be at least 6 characters long.')).toBeTruthy()
    expect(document.activeElement).toBe(field('New Passwort'))
    fillInAndSave('abcdef', 'abcdeg')
    expect(screen.getByText('The passwords do not match.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Repeat password'))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('clears its fields only after a success', async () => {
    const onSubmit = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('offline'))
    renderForm(onSubmit)
    fillInAndSave('abcdef', 'abcdef')
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith('abcdef'))
    expect(field('New Passwort').value).toBe('abcdef')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(field('New Passwort').value).toBe(''))
  })
})
