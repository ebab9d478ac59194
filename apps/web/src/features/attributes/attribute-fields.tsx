import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { groupNames, labelLanguages } from '@vitrine/contract'
import type { ReactNode } from 'react'
import type { Values } from '../../ui/forms/merge-edits.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import styles from './attribute-fields.module.css'
import { audienceNames, flagNames, flags, kindNames, labelName, nameOfField } from './attribute-values.ts'

interface AttributeFieldsProps {
  readonly values: Values
  readonly set: (field: string, value: string) => void
  readonly readOnly: boolean
  readonly errors: Readonly<Record<string, string | boolean>>
  readonly fallback: string
  readonly children?: ReactNode
}

export function AttributeFields({ values, set, readOnly, errors, fallback, children }: AttributeFieldsProps) {
  const text = (field: string, label: string, error = errors[field]) => (
    <TextInput
      key={field}
      label={label}
      autoComplete="off"
      value={values[field] ?? ''}
      readOnly={readOnly}
      error={error}
      {...(field === 'en' && { placeholder: fallback })}
      onChange={(event) => set(field, event.currentTarget.value)}
    />
  )
  const select = (field: string, names: Readonly<Record<string, string>>) => (
    <SelectField
      label={nameOfField(field)}
      value={values[field] ?? ''}
      options={Object.entries(names)}
      disabled={readOnly}
      onChange={(value) => set(field, value)}
    />
  )
  const [english, ...others] = labelLanguages
  return (
    <>
      <div className={`stack ${styles.fields}`}>
        {text(english, labelName(english), errors[`labels.${english}`])}
        {children}
        {select('kind', kindNames)}
        {text('unit', nameOfField('unit'))}
        {select('audience', audienceNames)}
        {select('group', groupNames)}
      </div>
      <div className={`flex-wrap ${styles.flags}`}>
        {flags.map((flag) => (
          <Checkbox
            key={flag}
            label={flagNames[flag]}
            checked={values[flag] === 'Yes'}
            disabled={readOnly}
            onChange={(event) => set(flag, event.currentTarget.checked ? 'Yes' : '')}
          />
        ))}
      </div>
      <details className={styles.languages}>
        <summary>Labels in other languages</summary>
        <div className={`stack ${styles.fields}`}>
          {others.map((language) => text(language, labelName(language), errors[`labels.${language}`]))}
        </div>
      </details>
    </>
  )
}
