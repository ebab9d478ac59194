import { type ButtonProps, Input } from '@mantine/core'
import { type Condition, conditionNames, conditions } from '@vitrine/contract'
import { SecondaryButton } from './buttons.ts'
import styles from './condition-buttons.module.css'

interface ConditionButtonsProps extends Pick<ButtonProps, 'size' | 'disabled'> {
  readonly value: string | undefined
  readonly error?: string | boolean | undefined
  /** Focuses the first button. */
  readonly autoFocus?: boolean
  readonly onChange: (state: Condition) => void
}

export const ConditionButtons = ({
  value,
  error,
  autoFocus,
  onChange,
  ...button
}: ConditionButtonsProps) => (
  <fieldset aria-label="Condition">
    <div className={styles.states}>
      {conditions.map((state, index) => (
        <SecondaryButton
          key={state}
          {...button}
          className="tone"
          data-tone={value === state ? state : undefined}
          autoFocus={autoFocus === true && index === 0}
          aria-pressed={value === state}
          onClick={() => onChange(state)}
        >
          {conditionNames[state]}
        </SecondaryButton>
      ))}
    </div>
    {error && <Input.Error mt={5}>{error}</Input.Error>}
  </fieldset>
)
