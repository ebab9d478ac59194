import { Button, TextInput } from '@mantine/core'
import { maxAskedLength } from '@vitrine/contract'
import { type FormEvent, useEffect, useRef } from 'react'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import styles from './assistant-page.module.css'

interface QuestionFormProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly isAsking: boolean
  /** Who gets to read the question, in a sentence. */
  readonly note: string
  readonly onAsk: (question: string) => void
  readonly onCancel: () => void
}

export function QuestionForm({ typed, onType, isAsking, note, onAsk, onCancel }: QuestionFormProps) {
  const askButton = useRef<HTMLButtonElement>(null)
  const question = typed.trim()
  const isTooLong = question.length > maxAskedLength
  const isReady = question !== '' && !isTooLong && !isAsking
  // 'Cancel' disappears with the answer: its focus goes to the other button.
  useEffect(() => {
    if (!isAsking) return
    return () => {
      if (document.activeElement === document.body) askButton.current?.focus()
    }
  }, [isAsking])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onAsk(question)
  }
  return (
    <form onSubmit={submit} noValidate className={styles.card} aria-label="Ask" aria-busy={isAsking}>
      <TextInput
        label="Question"
        description={note}
        placeholder="When was the Bugatti’s gearbox repaired?"
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        error={isTooLong && `Please use at most ${maxAskedLength} characters.`}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        {isAsking && <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>}
        {/* While it works it is not disabled but only looks so: it would lose the focus. */}
        <Button
          ref={askButton}
          type="submit"
          disabled={!(isReady || isAsking)}
          {...(isAsking && { 'data-disabled': true, 'aria-disabled': true })}
        >
          {isAsking ? 'Asking...' : 'Ask'}
        </Button>
      </div>
    </form>
  )
}
