import { InputBase, type InputBaseProps } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'

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
