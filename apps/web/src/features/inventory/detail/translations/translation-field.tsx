import {
  compareTranslation,
  differenceText,
  fold,
  foldedRanges,
  type LabelLanguage,
  type TextState,
} from '@vitrine/contract'
import { type CSSProperties, type ReactNode, useDeferredValue, useId, useMemo } from 'react'
import { focusedAtEnd, TextArea } from '../../../../ui/forms/fields.tsx'
import { ChangeText } from '../../../../ui/text/change-text.tsx'
import { MarkedText } from '../../../../ui/text/marked-text.tsx'
import { textStateNames } from '../../texts.ts'
import styles from './translations.module.css'

interface TranslationFieldProps {
  readonly label: string
  readonly language: string
  readonly lang: LabelLanguage
  readonly from: LabelLanguage | ''
  readonly original: string
  /** The original that the translation was made from; else as it was when the editor was opened. */
  readonly source: string
  readonly state: TextState
  readonly isSaved: boolean
  /** The item's name often stays as it is, also when nothing is entered; else its words are translated. */
  readonly isTitle: boolean
  readonly atEnd: boolean
  readonly asked: ReactNode
  readonly names: readonly string[]
  readonly value: string
  readonly readOnly: boolean
  readonly error: string | boolean | undefined
  readonly onChange: (value: string) => void
}

// A translation that was just begun lacks nearly everything.
const maxShown = 6

/** One text in both languages, with what differs between them. */
export function TranslationField(props: TranslationFieldProps) {
  const { label, language, lang, from, original, source, state, isSaved, isTitle } = props
  const { atEnd, asked, names, value, readOnly, error, onChange } = props
  const id = useId()
  const rows = rowsFor(original)
  const typed = useDeferredValue(value)
  const known = names.join('\n')
  const found = useMemo(
    () =>
      compareTranslation(
        { text: original, language: from },
        { text: typed, language: lang },
        known.split('\n'),
        isTitle,
      ),
    [original, typed, from, lang, known, isTitle],
  )
  const missing = found.flatMap(({ original: text }) => (text === undefined ? [] : fold(text)))
  const marks = foldedRanges(original, missing)
  return (
    <fieldset aria-labelledby={id} className={styles.field}>
      <div className={styles.original}>
        <div id={id} className={styles.label}>
          {label}
        </div>
        <div lang={from || undefined} className={styles.text}>
          {original === '' ? <em>empty</em> : <MarkedText text={original} marks={marks} className={styles.missing} />}
        </div>
        {source !== original && (
          <div className={styles.changed}>
            <p className={styles.hint}>Changed since the translation was made:</p>
            <ChangeText before={source} after={original} />
          </div>
        )}
      </div>
      <div className={styles.translation} style={{ '--rows': rows } as CSSProperties}>
        {asked}
        <TextArea
          label={`${label} in ${language}`}
          lang={lang}
          rows={rows}
          spellCheck
          {...(atEnd && focusedAtEnd)}
          value={value}
          readOnly={readOnly}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <p className={`flex-middle ${styles.state}`}>
          {!isSaved ? 'Not saved yet' : isTitle && value === '' ? 'Same as the original' : textStateNames[state]}
        </p>
        {found.length > 0 && (
          <ul aria-label={`Differences from the original: ${label}`} className={styles.differences}>
            {found.slice(0, maxShown).map((difference) => (
              <li key={differenceText(difference)}>{differenceText(difference)}</li>
            ))}
            {found.length > maxShown && <li>and {found.length - maxShown} more</li>}
          </ul>
        )}
      </div>
    </fieldset>
  )
}

/** Room for about as much as the original takes. */
const rowsFor = (text: string): number =>
  Math.min(
    25,
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 62)), 0) +
      (text.length > 80 ? 1 : 0),
  )
