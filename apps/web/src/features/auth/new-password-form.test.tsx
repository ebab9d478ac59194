import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NewPasswordForm } from './new-password-form.tsx'

afterEach(cleanup)

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

function fillIn(password: string, repeated: string) {
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
        The outcome of before
      </NewPasswordForm>
    </MantineProvider>,
  )
}

describe('the form for a new password', () => {
  it('rejects an invalid password and focuses its field', () => {
    const onSubmit = vi.fn(async () => undefined)
    renderForm(onSubmit)
    expect(screen.getByText(/outcome/)).toBeTruthy()
    fillIn('abc', 'abc')
    expect(screen.queryByText(/outcome/)).toBeNull()
    expect(screen.getByText('The new password must be at least 6 characters long.')).toBeTruthy()
    expect(document.activeElement).toBe(field('New Passwort'))
    fillIn('abcdef', 'abcdeg')
    expect(screen.getByText('The passwords do not match.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Repeat password'))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('is cleared only after a success', async () => {
    const onSubmit = vi.fn(async () => undefined)
    onSubmit.mockRejectedValueOnce(new Error('offline'))
    renderForm(onSubmit)
    fillIn('abcdef', 'abcdef')
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith('abcdef'))
    expect(field('New Passwort').value).toBe('abcdef')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(field('New Passwort').value).toBe(''))
  })
})
