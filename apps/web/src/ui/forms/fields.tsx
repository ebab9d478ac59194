import { InputBase, type InputBaseProps, type TextareaProps, UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type AssistantLanguage, languageNames } from '@vitrine/contract'
import { type FocusEvent, useId } from 'react'
import styles from './fields.module.css'

type TextAreaProps = Omit<
  TextareaProps,
  'autosize' | 'minRows' | 'maxRows' | 'resize' | 'bottomSection' | 'bottomSectionProps'
>

/** Mantine's Textarea without the code that makes it grow: people drag its corner. */
export const TextArea = (props: TextAreaProps) => (
  <InputBase component="textarea" multiline __vars={{ '--input-resize': 'vertical' }} {...props} />
)

/** Puts the cursor at the end of the text, with that place and the buttons below it in view. */
export const focusAtEndProps = {
  autoFocus: true,
  styles: { input: { scrollMarginBlockEnd: '7rem' } },
  onFocus: ({ currentTarget }: FocusEvent<HTMLTextAreaElement>): void => {
    currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
    currentTarget.scrollTop = currentTarget.scrollHeight
    currentTarget.scrollIntoView({ block: 'end' })
  },
}

interface SelectFieldProps extends Pick<InputBaseProps, 'label' | 'size' | 'disabled'> {
  readonly 'aria-label'?: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly placeholder?: string
  readonly onChange: (value: string) => void
}

/** The browser's own select, dressed like the other fields. */
export const SelectField = ({ options, placeholder, onChange, ...field }: SelectFieldProps) => (
  <InputBase
    component="select"
    pointer
    rightSection={<IconSelector size={16} aria-hidden="true" />}
    rightSectionPointerEvents="none"
    {...field}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  >
    {placeholder !== undefined && (
      <option value="" disabled>
        {placeholder}
      </option>
    )}
    {options.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </InputBase>
)

interface LanguageSelectProps extends Pick<InputBaseProps, 'label' | 'size' | 'disabled'> {
  readonly 'aria-label'?: string
  readonly languages: readonly AssistantLanguage[]
  readonly value: AssistantLanguage
  readonly onChange: (language: AssistantLanguage) => void
}

export function LanguageSelect({ languages, value, onChange, ...others }: LanguageSelectProps) {
  return (
    <SelectField
      {...others}
      value={value}
      options={languages.map((language) => [language, languageNames[language]])}
      onChange={(chosen) => onChange(languages.find((known) => known === chosen) ?? value)}
    />
  )
}

interface ToggleButtonsProps<Key extends string | number> {
  readonly label: string
  /** Where the buttons explain themselves, the label is for screen readers only. */
  readonly labelHidden?: boolean
  readonly options: readonly { readonly key: Key; readonly text: string }[]
  readonly chosen: readonly Key[]
  readonly onToggle: (key: Key) => void
  readonly disabled?: boolean
  /** Takes two lines however many there are, so that nothing moves when they arrive; more of them scroll. */
  readonly inTwoLines?: boolean
  /** On a phone a line to push along with a thumb, instead of half a screen of buttons. */
  readonly toSingleLine?: boolean
}

export function ToggleButtons<Key extends string | number>(props: ToggleButtonsProps<Key>) {
  const {
    label,
    labelHidden = false,
    options,
    chosen,
    onToggle,
    disabled = false,
    inTwoLines,
    toSingleLine,
  } = props
  const labelId = useId()
  return (
    <fieldset {...(labelHidden ? { 'aria-label': label } : { 'aria-labelledby': labelId })}>
      {!labelHidden && (
        <div id={labelId} className={styles.label}>
          {label}
        </div>
      )}
      <div
        className={`flex-wrap ${styles.buttons}`}
        data-one-line={toSingleLine}
        data-two-lines={inTwoLines}
      >
        {options.map(({ key, text }) => (
          <UnstyledButton
            key={key}
            className={`chip ${styles.button}`}
            aria-pressed={chosen.includes(key)}
            disabled={disabled}
            onClick={() => onToggle(key)}
          >
            {text}
          </UnstyledButton>
        ))}
      </div>
    </fieldset>
  )
}

export const toggleInList = <Key,>(chosen: readonly Key[], key: Key): Key[] =>
  chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]
