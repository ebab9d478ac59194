import {
  compareTranslation,
  differenceText,
  fold,
  foldedRanges,
  type LabelLanguage,
  languageNames,
  type TextLanguage,
  type TextState,
} from '@vitrine/contract'
import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  useDeferredValue,
  useId,
  useMemo,
} from 'react'
import { TextArea } from '../../../../ui/forms/fields.tsx'
import { ChangeText } from '../../../../ui/text/change-text.tsx'
import { MarkedText } from '../../../../ui/text/marked-text.tsx'
import { textStateNames } from '../../texts.ts'
import styles from './translations.module.css'

interface TranslationFieldProps {
  readonly label: string
  readonly lang: TextLanguage
  readonly original: {
    readonly text: string
    readonly language: LabelLanguage | ''
    /** The original that the translation was made from; else as it was when the editor was opened. */
    readonly source: string
  }
  readonly state: TextState | 'unsaved'
  /** The item's name often stays as it is, also when nothing is entered; else its words are translated. */
  readonly isTitle: boolean
  /** Names that must stay as they are. */
  readonly names: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly input: Pick<
    ComponentProps<typeof TextArea>,
    'readOnly' | 'error' | 'autoFocus' | 'styles' | 'onFocus'
  >
  /** Stands above the field. */
  readonly children: ReactNode
}

// A translation that was just begun lacks nearly everything.
const maxShown = 6

/** One text in both languages, with what differs between them. */
export function TranslationField(props: TranslationFieldProps) {
  const {
    label,
    lang,
    original: shown,
    state,
    isTitle,
    names,
    value,
    onChange,
    input,
    children,
  } = props
  const { text: original, language: from, source } = shown
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
          {original === '' ? (
            <em>empty</em>
          ) : (
            <MarkedText text={original} marks={marks} className={styles.missing} />
          )}
        </div>
        {source !== original && (
          <div className={styles.changed}>
            <p className={styles.hint}>Changed since the translation was made:</p>
            <ChangeText before={source} after={original} />
          </div>
        )}
      </div>
      <div className={styles.translation} style={{ '--rows': rows } as CSSProperties}>
        {children}
        <TextArea
          label={`${label} in ${languageNames[lang]}`}
          lang={lang}
          rows={rows}
          spellCheck
          {...input}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <p className={`flex-middle ${styles.state}`}>{stateText(state, isTitle && value === '')}</p>
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

function stateText(state: TextState | 'unsaved', isLikeOriginal: boolean): string {
  if (state === 'unsaved') return 'Not saved yet'
  return isLikeOriginal ? 'Same as the original' : textStateNames[state]
}

/** Room for about as much as the original takes. */
const rowsFor = (text: string): number =>
  Math.min(
    25,
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 62)), 0) +
      (text.length > 80 ? 1 : 0),
  )
