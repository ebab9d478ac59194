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

/** One text in both languages, with the differences between them. */
export function TranslationField(props: TranslationFieldProps) {
  const {
    label,
    lang,
    original: { text: original, language: originalLanguage, source },
    state,
    isName,
    names,
    value,
    onChange,
    input,
    children,
  } = props
  const labelId = useId()
  const rows = estimateRows(original)
  // Deferred, because the comparison must not delay typing.
  const comparedText = useDeferredValue(value)
  // As text, so that a new array with the same names does not repeat the comparison.
  const namesText = names.join('\n')
  const differences = useMemo(
    () =>
      compareTranslation(
        { text: original, language: originalLanguage },
        { text: comparedText, language: lang },
        namesText.split('\n'),
        isName,
      ),
    [original, comparedText, originalLanguage, lang, namesText, isName],
  )
  const missingTexts = differences
    .map((difference) => difference.original)
    .filter((text) => text !== undefined)
  const marks = findFoldedRanges(original, missingTexts.map(fold))

  return (
    <fieldset aria-labelledby={labelId} className={styles.field}>
      <div className={styles.original}>
        <div id={labelId} className={styles.label}>
          {label}
        </div>
        <div lang={originalLanguage || undefined} className={styles.text}>
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
        <DifferenceList
          label={`Differences from the original: ${label}`}
          texts={differences.map(formatTextDifference)}
        />
      </div>
    </fieldset>
  )
}

/** Limited, because a translation that has just been begun differs almost everywhere. */
const maxShownDifferences = 6

interface DifferenceListProps {
  readonly label: string
  readonly texts: readonly string[]
}

function DifferenceList({ label, texts }: DifferenceListProps) {
  if (texts.length === 0) return null

  const hiddenCount = texts.length - maxShownDifferences
  return (
    <ul aria-label={label} className={styles.differences}>
      {texts.slice(0, maxShownDifferences).map((text) => (
        <li key={text}>{text}</li>
      ))}
      {hiddenCount > 0 && <li>and {hiddenCount} more</li>}
    </ul>
  )
}

function formatState(state: TextState | 'unsaved', isLikeOriginal: boolean): string {
  if (state === 'unsaved') return 'Not saved yet'
  return isLikeOriginal ? 'Same as the original' : textStateNames[state]
}

const maxRows = 25
/** At the usual width of the column. */
const charactersPerRow = 62
const longTextLength = 80

/** Estimates the rows that a text takes, plus one for a long text. */
function estimateRows(text: string): number {
  let rows = text.length > longTextLength ? 1 : 0
  for (const line of text.split('\n'))
    rows += Math.max(1, Math.ceil(line.length / charactersPerRow))
  return Math.min(maxRows, rows)
}
