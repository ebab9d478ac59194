import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type AssistantLanguage,
  assistantLanguages,
  defaultSummaryLanguage,
  groupThousands,
  maxCommentLength,
} from '@vitrine/contract'
import { type Ref, useRef, useState } from 'react'
import { callQuery } from '../../client/query.ts'
import { LanguageSelect, TextArea } from '../../ui/forms/fields.tsx'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import {
  type Assistant,
  type AssistedText,
  type AssistVerb,
  revertAssistStep,
} from './assistant.ts'
import styles from './comment-field.module.css'

interface CommentFieldProps {
  readonly rows: number
  readonly text: AssistedText
  readonly onChange: (text: AssistedText) => void
  readonly assistant: Assistant
  /** True while the entry is being saved. */
  readonly saving: boolean
  /** Shows a single line, without the assistant. */
  readonly folded?: boolean
  readonly ref?: Ref<HTMLTextAreaElement>
}

// Loaded with the first answer.
const AssistantChange = lazyWithFallback(
  async () => (await import('./assistant-change.tsx')).AssistantChange,
)

/** Each verb with the labels of its button and of the one that reverts it. */
const verbs = [
  ['summarize', 'Summarize', 'Revert summary'],
  ['correct', 'Correct Spelling', 'Revert correction'],
] as const satisfies readonly (readonly [AssistVerb, string, string])[]

export const isCommentTooLong = (comment: string): boolean => comment.length > maxCommentLength

/** The comment of an entry, with the buttons of the assistant. */
export function CommentField({
  rows,
  text,
  onChange,
  assistant,
  saving,
  folded = false,
  ref,
}: CommentFieldProps) {
  const { data: abilities } = useQuery({
    ...callQuery('GET /journal/assistant'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const field = useRef<HTMLDivElement>(null)
  const { comment, steps } = text
  const { working } = assistant
  const isBusy = saving || working !== null
  const lastStep = steps.at(-1)

  const revert = (verb: AssistVerb) => {
    onChange(revertAssistStep(text, verb))
    // The pressed button disappears, and would take the focus with it.
    field.current?.querySelector('textarea')?.focus()
  }

  return (
    <div ref={field} className={styles.field} data-folded={folded || undefined}>
      <TextArea
        {...(ref ? { ref } : {})}
        label="Comment"
        rows={rows}
        required
        {...(folded ? { placeholder: 'Write an entry…' } : {})}
        value={comment}
        // Read-only because the answer would replace what is typed now; not disabled, so that the
        // text can still be copied.
        readOnly={isBusy}
        aria-busy={working !== null}
        error={isCommentTooLong(comment) && formatTooLong(comment.length)}
        onChange={(event) => onChange({ comment: event.currentTarget.value, steps })}
      />
      <AssistantButtons
        text={text}
        assistant={assistant}
        isBusy={isBusy}
        isHidden={folded}
        onRevert={revert}
      />
      {!folded && (
        // Keeps its space while loading, so that the fields below do not move.
        <p className={`hint ${abilities?.embedded ? '' : styles.invisible}`}>
          No language model is set up: a summary stays in the language of the text.
        </p>
      )}
      <div aria-live="polite">{lastStep && <AssistantChange step={lastStep} />}</div>
    </div>
  )
}

const formatTooLong = (length: number): string =>
  `Please use at most ${groupThousands(String(maxCommentLength))} characters; you have used ${groupThousands(String(length))}.`

interface AssistantButtonsProps extends Pick<CommentFieldProps, 'text' | 'assistant'> {
  readonly isBusy: boolean
  readonly isHidden: boolean
  readonly onRevert: (verb: AssistVerb) => void
}

function AssistantButtons(props: AssistantButtonsProps) {
  const {
    text: { comment, steps },
    assistant,
    isBusy,
    isHidden,
    onRevert,
  } = props
  const { working } = assistant
  const [lang, setLang] = useState<AssistantLanguage>(defaultSummaryLanguage)
  const pressedButton = useRef<HTMLButtonElement>(null)
  // The pressed button loses the focus while it is disabled.
  useKeepFocus(String(working), pressedButton)
  const hasText = comment.trim() !== '' && !isCommentTooLong(comment)

  return (
    <div className={styles.assistant} hidden={isHidden}>
      <LanguageSelect
        aria-label="Summary language"
        size="xs"
        languages={assistantLanguages}
        value={lang}
        disabled={isBusy}
        onChange={setLang}
      />
      {verbs.map(([verb, label, revertLabel]) => (
        <Button.Group key={verb}>
          <Button
            variant="default"
            size="xs"
            loading={working === verb}
            disabled={isBusy || !hasText}
            onClick={({ currentTarget }) => {
              pressedButton.current = currentTarget
              assistant.ask({ verb, lang })
            }}
          >
            {label}
          </Button>
          {working === verb && (
            <Button variant="default" size="xs" onClick={assistant.cancel}>
              Cancel
            </Button>
          )}
          {working !== verb && steps.some((step) => step.verb === verb) && (
            <Button
              variant="default"
              size="xs"
              aria-label={revertLabel}
              leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
              disabled={isBusy}
              onClick={() => onRevert(verb)}
            >
              Revert
            </Button>
          )}
        </Button.Group>
      ))}
    </div>
  )
}
