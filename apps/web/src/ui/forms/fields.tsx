import { InputBase, type InputBaseProps, type TextareaProps, UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type AssistantLanguage, languageNames } from '@vitrine/contract'
import { type FocusEvent, useId } from 'react'
import styles from './fields.module.css'

type TextAreaProps = Omit<
  TextareaProps,
  'autosize' | 'minRows' | 'maxRows' | 'resize' | 'bottomSection' | 'bottomSectionProps'
>

/** A text area resized by dragging its corner; without the code that makes Mantine's grow. */
export const TextArea = (props: TextAreaProps) => (
  <InputBase component="textarea" multiline __vars={{ '--input-resize': 'vertical' }} {...props} />
)

/** Puts the cursor at the end of the text, and scrolls it and the buttons below into view. */
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

/** The browser's own select, styled like the other fields. */
export const SelectField = ({
  options,
  placeholder,
  onChange,
  ...inputProps
}: SelectFieldProps) => (
  <InputBase
    component="select"
    pointer
    rightSection={<IconSelector size={16} aria-hidden="true" />}
    rightSectionPointerEvents="none"
    {...inputProps}
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

export function LanguageSelect({ languages, value, onChange, ...fieldProps }: LanguageSelectProps) {
  return (
    <SelectField
      {...fieldProps}
      value={value}
      options={languages.map((language) => [language, languageNames[language]])}
      onChange={(text) => onChange(languages.find((language) => language === text) ?? value)}
    />
  )
}

interface ToggleButtonsProps<Key extends string | number> {
  readonly label: string
  /** Shows the label to screen readers only. */
  readonly labelHidden?: boolean
  readonly options: readonly { readonly key: Key; readonly text: string }[]
  readonly chosen: readonly Key[]
  readonly onToggle: (key: Key) => void
  readonly disabled?: boolean
  /** Reserves two lines, so that nothing moves when the options load; further ones scroll. */
  readonly reservesTwoLines?: boolean
  /** On a phone, one line that scrolls sideways instead of half a screen of buttons. */
  readonly singleLineOnPhone?: boolean
}

export function ToggleButtons<Key extends string | number>(props: ToggleButtonsProps<Key>) {
  const {
    label,
    labelHidden = false,
    options,
    chosen,
    onToggle,
    disabled = false,
    reservesTwoLines,
    singleLineOnPhone,
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
        data-one-line={singleLineOnPhone}
        data-two-lines={reservesTwoLines}
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

/** Removes a chosen key from the list; adds another at its end. */
export const toggleInList = <Key,>(chosen: readonly Key[], key: Key): Key[] =>
  chosen.includes(key) ? chosen.filter((chosenKey) => chosenKey !== key) : [...chosen, key]
