import type { FormEvent } from 'react'

/** Creates a submit handler that reads the form's fields by name. */
export const createSubmitHandler =
  (submit: (getText: (name: string) => string, form: HTMLFormElement) => void) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    submit((name) => String(formData.get(name) ?? ''), event.currentTarget)
  }
