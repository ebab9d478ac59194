import { useMutation } from '@tanstack/react-query'
import { joinedLines, languageNames, type TextLanguage } from '@vitrine/contract'
import { useEffect, useRef } from 'react'
import { serverMessage } from '../../../../client/api-error.ts'
import { call } from '../../../../client/call.ts'
import { ErrorMessage } from '../../../../ui/feedback/message.tsx'
import { SmallButton } from '../../../../ui/forms/buttons.ts'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import styles from './picture-dialog.module.css'

interface AltFieldProps {
  readonly itemId: number
  readonly name: string
  readonly lang: TextLanguage
  /** Whether there is a model that sees the picture. */
  readonly hasDrafts: boolean
  readonly value: string
  readonly error: string | boolean | undefined
  readonly readOnly: boolean
  readonly onChange: (value: string) => void
}

/** What a picture shows, in one language. A draft fills the field; whoever has read it saves it. */
export function AltField({ itemId, name, lang, hasDrafts, value, error, readOnly, onChange }: AltFieldProps) {
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const draft = useMutation({
    mutationFn: () => {
      stop.current = new AbortController()
      return call('POST /assistant/draft-alt', { body: { itemId, name, lang } }, { signal: stop.current.signal })
    },
    onSuccess: ({ text }) => onChange(text),
  })
  const isDraft = draft.data !== undefined && draft.data.text === value
  return (
    <div className={styles.alt}>
      <TextArea
        label={languageNames[lang]}
        lang={lang}
        rows={2}
        spellCheck
        value={value}
        error={error}
        readOnly={readOnly || draft.isPending}
        // It is one line, however it wraps.
        onChange={({ currentTarget }) => onChange(joinedLines(currentTarget.value, ' '))}
      />
      {hasDrafts && (
        <div className={styles.drafting}>
          <SmallButton
            aria-label={`${draft.isPending ? 'Stop drafting' : 'Draft'} in ${languageNames[lang]}`}
            disabled={readOnly}
            onClick={() => (draft.isPending ? stop.current?.abort() : draft.mutate())}
          >
            {draft.isPending ? 'Stop drafting' : 'Draft'}
          </SmallButton>
          <span role="status" className={styles.hint}>
            {draft.isPending && 'Drafting …'}
            {isDraft && `Drafted by ${draft.data.engine}. Please read it before you save it.`}
          </span>
        </div>
      )}
      {draft.isError && !stop.current?.signal.aborted && (
        <ErrorMessage>No draft was made. {serverMessage(draft.error)}</ErrorMessage>
      )}
    </div>
  )
}
