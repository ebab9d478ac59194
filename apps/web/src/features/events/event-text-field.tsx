import {
  type EventLanguage,
  languageNames,
  maxEventTextLength,
  toPlainText,
} from '@vitrine/contract'
import { useId, useState } from 'react'
import { TextArea } from '../../ui/forms/fields.tsx'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { SanitizedHtml } from './event-preview.tsx'
import styles from './event-text-field.module.css'
import frame from './rich-text-field.module.css'
import type { RichTextFieldProps } from './rich-text-field.tsx'

// Loaded when an event comes near the viewport, because the editor is large.
const RichTextField = lazyWithFallback<RichTextFieldProps>(
  async () => (await import('./rich-text-field.tsx')).RichTextField,
  EditorPlaceholder,
)

interface EventTextFieldProps {
  readonly language: EventLanguage
  readonly html: string
  /** Whether to mount the editor. Until then, a placeholder shows the text. */
  readonly isEditable: boolean
  readonly onChange: (html: string) => void
}

type Mode = 'rich' | 'html'

const modes = [
  { key: 'rich', text: 'Rich Text' },
  { key: 'html', text: 'HTML' },
] as const satisfies { key: Mode; text: string }[]

/** An event's text in one language, edited as rich text or as HTML. */
export function EventTextField({ language, html, isEditable, onChange }: EventTextFieldProps) {
  const [mode, setMode] = useState<Mode>('rich')
  const name = languageNames[language]
  const isTooLong = html.length > maxEventTextLength

  return (
    <section className={styles.field} aria-label={name}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        {toPlainText(html) === '' && <span className={styles.missing}>Missing</span>}
        <ModeSwitch label={`Editor for ${name}`} mode={mode} onChange={setMode} />
      </div>
      {mode === 'rich' && !isEditable && <EditorPlaceholder html={html} />}
      {mode === 'rich' && isEditable && (
        <RichTextField label={`${name} text`} language={language} html={html} onChange={onChange} />
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
      {isTooLong && (
        <p className={styles.long}>
          Please use at most {maxEventTextLength} characters, markup included.
        </p>
      )}
    </section>
  )
}

interface ModeSwitchProps {
  readonly label: string
  readonly mode: Mode
  readonly onChange: (mode: Mode) => void
}

/** Radio buttons, which Tab passes in one step and between which the arrow keys choose. */
function ModeSwitch({ label, mode, onChange }: ModeSwitchProps) {
  const groupName = useId()

  return (
    <div role="radiogroup" aria-label={label} className={`${styles.modes} no-print`}>
      {modes.map(({ key, text }) => (
        <label key={key} className={styles.mode}>
          <input
            type="radio"
            name={groupName}
            className={styles.radio}
            checked={key === mode}
            onChange={() => onChange(key)}
          />
          {text}
        </label>
      ))}
    </div>
  )
}

/** Number of buttons in each group of the editor's toolbar; a button is 2rem wide. */
const toolbarGroupSizes = [3, 2, 2, 2]

/** Shows the text until the editor is loaded, with the same layout and height. */
function EditorPlaceholder({ html }: { readonly html: string }) {
  return (
    <div className={`${frame.editor} ${styles.editor}`}>
      <div className={`${frame.toolbar} ${styles.toolbar}`}>
        {toolbarGroupSizes.map((buttonCount, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move
          <span key={index} style={{ width: `${buttonCount * 2}rem` }} />
        ))}
      </div>
      <div className={`${frame.content} ${frame.text}`}>
        <SanitizedHtml html={toEditorSpacing(html)} />
      </div>
    </div>
  )
}

/**
 * Adjusts spaces and line breaks to those that the editor shows: none around paragraphs, one line
 * for an empty paragraph, and an extra line after a line break at the end of a paragraph.
 */
const toEditorSpacing = (html: string) =>
  html
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .replaceAll(/ ?(<\/?(?:p|ul|ol|li)>) ?/g, '$1')
    // A break before the end of a paragraph or list item is doubled; an empty paragraph gets one.
    .replaceAll(/<br ?\/?>(?=<\/(?:p|li)>)|(?<=<p>)(?=<\/p>)/g, '$&<br>')
