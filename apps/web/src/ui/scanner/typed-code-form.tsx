import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import styles from './scanner.module.css'
import { enableSound } from './signals.ts'

export function TypedCodeForm({
  onCode,
}: {
  readonly onCode: (code: string, isTyped: boolean) => void
}) {
  const [typed, setTyped] = useState('')

  const enter = (event: FormEvent) => {
    event.preventDefault()
    enableSound()
    onCode(typed, true)
    setTyped('')
  }

  return (
    <form className={styles.parts} onSubmit={enter}>
      <TextInput
        size="xl"
        label="Or type a number or code"
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button size="xl" flex="none" type="submit" disabled={typed.trim() === ''}>
        Enter
      </Button>
    </form>
  )
}
