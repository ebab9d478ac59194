import { useQuery } from '@tanstack/react-query'
import { attributeLabel, type ItemType, meaningOf } from '@vitrine/contract'
import { attributeQueries } from '../../client/attribute-queries.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import styles from './column-choice.module.css'
import type { ColumnChoices } from './match-columns.ts'

interface ColumnChoiceProps {
  readonly type: ItemType
  readonly columns: ColumnChoices
  readonly possible: readonly string[]
  readonly disabled: boolean
  readonly onChange: (columns: ColumnChoices) => void
}

/** The columns of a file that don't exist here: each is skipped, or stands for a field. */
export function ColumnChoice({ type, columns, possible, disabled, onChange }: ColumnChoiceProps) {
  const meaning = meaningOf(useQuery(attributeQueries.of(type)).data ?? [])
  const headers = Object.keys(columns)
  if (headers.length === 0) return null
  return (
    <fieldset className={styles.columns}>
      <legend className={styles.legend}>
        {headers.length === 1 ? 'One column does' : `${headers.length} columns do`} not exist here. Please choose what
        {headers.length === 1 ? ' it stands' : ' they stand'} for.
      </legend>
      {headers.map((header) => (
        <SelectField
          key={header}
          label={`Column “${header}”`}
          value={columns[header] ?? ''}
          options={[
            ['', 'Skip this column'],
            ...possible.map((field) => [field, attributeLabel(meaning(field))] as const),
          ]}
          disabled={disabled}
          onChange={(field) => onChange({ ...columns, [header]: field || null })}
        />
      ))}
    </fieldset>
  )
}
