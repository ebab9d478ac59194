import { UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import styles from './toggle-buttons.module.css'

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
  const { label, labelHidden = false, options, chosen, onToggle, disabled = false, inTwoLines, toSingleLine } = props
  const labelId = useId()
  return (
    <fieldset {...(labelHidden ? { 'aria-label': label } : { 'aria-labelledby': labelId })}>
      {!labelHidden && (
        <div id={labelId} className={styles.label}>
          {label}
        </div>
      )}
      <div className={`flex-wrap ${styles.buttons}`} data-one-line={toSingleLine} data-two-lines={inTwoLines}>
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

export const toggled = <Key,>(chosen: readonly Key[], key: Key): Key[] =>
  chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]
