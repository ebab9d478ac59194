import {
  compareTranslation,
  findFoldedRanges,
  fold,
  formatTextDifference,
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
    /** The original when it was translated; if it never was, when the editor was opened. */
    readonly source: string
  }
  readonly state: TextState | 'unsaved'
  /** Whether this is the item's name, which may be left untranslated or empty. */
  readonly isName: boolean
  /** Names that must not be translated. */
  readonly names: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly input: Pick<
    ComponentProps<typeof TextArea>,
    'readOnly' | 'error' | 'autoFocus' | 'styles' | 'onFocus'
  >
  /** Shown above the field. */
  readonly children: ReactNode
}

/** Limited, because a translation that has just been begun differs almost everywhere. */
const maxShownDifferences = 6

/** One text in both languages, with the differences between them. */
export function TranslationField(props: TranslationFieldProps) {
  const {
    label,
    lang,
    original: { text: original, language: from, source },
    state,
    isName,
    names,
    value,
    onChange,
    input,
    children,
  } = props
  const id = useId()
  const rows = estimateRows(original)
  const typed = useDeferredValue(value)
  // As text, so that a new array with the same names does not repeat the comparison.
  const namesText = names.join('\n')
  const differences = useMemo(
    () =>
      compareTranslation(
        { text: original, language: from },
        { text: typed, language: lang },
        namesText.split('\n'),
        isName,
      ),
    [original, typed, from, lang, namesText, isName],
  )
  const missing = differences.flatMap(({ original: text }) =>
    text === undefined ? [] : fold(text),
  )
  const marks = findFoldedRanges(original, missing)
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
        <p className={`flex-middle ${styles.state}`}>
          {formatState(state, isName && value === '')}
        </p>
        {differences.length > 0 && (
          <ul aria-label={`Differences from the original: ${label}`} className={styles.differences}>
            {differences.slice(0, maxShownDifferences).map((difference) => (
              <li key={formatTextDifference(difference)}>{formatTextDifference(difference)}</li>
            ))}
            {differences.length > maxShownDifferences && (
              <li>and {differences.length - maxShownDifferences} more</li>
            )}
          </ul>
        )}
      </div>
    </fieldset>
  )
}

function formatState(state: TextState | 'unsaved', isLikeOriginal: boolean): string {
  if (state === 'unsaved') return 'Not saved yet'
  return isLikeOriginal ? 'Same as the original' : textStateNames[state]
}

const maxRows = 25
const charactersPerRow = 62
const longTextLength = 80

/** Estimates the rows that the original takes, plus one for a long text. */
function estimateRows(text: string): number {
  const rows = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / charactersPerRow)), 0)
  return Math.min(maxRows, rows + (text.length > longTextLength ? 1 : 0))
}
