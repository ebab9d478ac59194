import type { FormEvent } from 'react'

/** Handles a form by what was typed into its fields, each by its name. */
export const onTyped =
  (act: (typed: (name: string) => string, form: HTMLFormElement) => void) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    act((name) => String(fields.get(name) ?? ''), event.currentTarget)
  }
