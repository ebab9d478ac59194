import { type EventLanguage, languageNames, maxEventTextLength, plainText } from '@vitrine/contract'
import { useState } from 'react'
import { TextArea, ToggleButtons } from '../../ui/forms/fields.tsx'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { ShownHtml } from './event-preview.tsx'
import frame from './rich-text.module.css'
import type { RichTextProps } from './rich-text.tsx'
import styles from './text-field.module.css'

// The editor is large: loaded when an event comes near the screen.
const RichText = lazyWithFallback<RichTextProps>(
  async () => (await import('./rich-text.tsx')).RichText,
  WaitingText,
)

interface TextFieldProps {
  readonly language: EventLanguage
  readonly html: string
  /** Whether its editor is mounted. */
  readonly isEditable: boolean
  readonly onChange: (html: string) => void
}

type Mode = 'rich' | 'html'

const modes = [
  { key: 'rich', text: 'Rich Text' },
  { key: 'html', text: 'HTML' },
] as const satisfies { key: Mode; text: string }[]

/** An event's text in one language, as it looks or as it is written. */
export function TextField({ language, html, isEditable, onChange }: TextFieldProps) {
  const [mode, setMode] = useState<Mode>('rich')
  const name = languageNames[language]
  const tooLong = html.length > maxEventTextLength
  return (
    <section className={styles.field} aria-label={name}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        {plainText(html) === '' && <span className={styles.missing}>Missing</span>}
        <div className={styles.modes}>
          <ToggleButtons
            label={`Editor for ${name}`}
            labelHidden
            options={modes}
            chosen={[mode]}
            onToggle={(chosen) => setMode(chosen)}
          />
        </div>
      </div>
      {mode === 'rich' && !isEditable && <WaitingText html={html} />}
      {mode === 'rich' && isEditable && (
        <RichText label={`${name} text`} language={language} html={html} onChange={onChange} />
      )}
      {mode === 'html' && (
        <TextArea
          aria-label={`${name} HTML`}
          spellCheck={false}
          rows={10}
          classNames={{ input: styles.source ?? '' }}
          value={html}
          description="Bold, italic, underline, links, line breaks, paragraphs and lists are kept; anything else is removed on save."
          inputWrapperOrder={['input', 'description', 'error']}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {tooLong && (
        <p className={styles.long}>
          Please use at most {maxEventTextLength} characters, markup included.
        </p>
      )}
    </section>
  )
}

/** How many buttons each group of the editor's toolbar has. */
const toolbar = [3, 2, 2, 2]

/** A text where its editor will stand, and as high as in it. */
function WaitingText({ html }: { readonly html: string }) {
  return (
    <div className={`${frame.editor} ${styles.editor}`}>
      <div className={`${frame.toolbar} ${styles.toolbar}`}>
        {toolbar.map((buttons, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move
          <span key={index} style={{ width: `${buttons * 2}rem` }} />
        ))}
      </div>
      <div className={`${frame.content} ${frame.text}`}>
        <ShownHtml html={asEdited(html)} />
      </div>
    </div>
  )
}

/**
 * The text with the spaces and lines that the editor shows: none around paragraphs, one for an
 * empty paragraph, and one more for a line break at the end, so that it can be reached.
 */
const asEdited = (html: string) =>
  html
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .replaceAll(/ ?(<\/?(?:p|ul|ol|li)>) ?/g, '$1')
    .replaceAll(/<br ?\/?>(?=<\/(?:p|li)>)|(?<=<p>)(?=<\/p>)/g, '$&<br>')
