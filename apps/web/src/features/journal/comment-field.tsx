import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import {
  type AssistantLanguage,
  assistantLanguages,
  defaultSummaryLanguage,
  groupThousands,
  maxCommentLength,
} from '@vitrine/contract'
import { type Ref, useRef, useState } from 'react'
import { LanguageSelect, TextArea } from '../../ui/forms/fields.tsx'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { type Assistant, type AssistedText, type AssistVerb, reverted } from './assistant.ts'
import styles from './comment-field.module.css'

interface CommentFieldProps {
  readonly rows: number
  readonly text: AssistedText
  readonly onChange: (text: AssistedText) => void
  readonly assistant: Assistant
  /** True while the entry is being saved. */
  readonly saving: boolean
  /** One line until it has text. */
  readonly folded?: boolean
  readonly ref?: Ref<HTMLTextAreaElement>
}

// Not needed before the first answer.
const AssistantChange = lazyWithFallback(
  async () => (await import('./assistant-change.tsx')).AssistantChange,
)

const verbs = [
  ['summarize', 'Summarize', 'Revert summary'],
  ['correct', 'Correct Spelling', 'Revert correction'],
] as const satisfies readonly (readonly [AssistVerb, string, string])[]

export const isTooLong = (comment: string): boolean => comment.length > maxCommentLength

/** The comment of an entry, and what the assistant can do to it. */
export function CommentField({
  rows,
  text,
  onChange,
  assistant,
  saving,
  folded = false,
  ref,
}: CommentFieldProps) {
  const [lang, setLang] = useState<AssistantLanguage>(defaultSummaryLanguage)
  const field = useRef<HTMLDivElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  const { comment, steps } = text
  const { working } = assistant
  const isBusy = saving || working !== null
  // The pressed button is disabled meanwhile.
  useKeepFocus(String(working), pressed)
  const last = steps.at(-1)

  const revert = (verb: AssistVerb) => {
    onChange(reverted(text, verb))
    // Its button is gone with the press.
    field.current?.querySelector('textarea')?.focus()
  }

  return (
    <div ref={field} className={styles.field} data-folded={folded || undefined}>
      <TextArea
        {...(ref && { ref })}
        label="Comment"
        rows={rows}
        required
        {...(folded && { placeholder: 'Write an entry…' })}
        value={comment}
        // Not disabled: what is there can still be read and copied. What is typed now would be
        // replaced by the answer.
        readOnly={isBusy}
        aria-busy={working !== null}
        error={
          isTooLong(comment) &&
          `Please use at most ${groupThousands(String(maxCommentLength))} characters; you have used ${groupThousands(String(comment.length))}.`
        }
        onChange={(event) => onChange({ comment: event.currentTarget.value, steps })}
      />
      <div className={styles.assistant} hidden={folded}>
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
              disabled={isBusy || comment.trim() === '' || isTooLong(comment)}
              onClick={({ currentTarget }) => {
                pressed.current = currentTarget
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
                onClick={() => revert(verb)}
              >
                Revert
              </Button>
            )}
          </Button.Group>
        ))}
      </div>
      <div aria-live="polite">{last && <AssistantChange step={last} />}</div>
    </div>
  )
}
