import { TextInput } from '@mantine/core'
import type { LabelSheet } from '@vitrine/contract'
import styles from './own-sheet-fields.module.css'

interface OwnSheetFieldsProps {
  readonly sheet: LabelSheet
  readonly onChange: (sheet: LabelSheet) => void
}

const fields = [
  { key: 'columns', label: 'Columns', step: 1 },
  { key: 'rows', label: 'Rows', step: 1 },
  { key: 'width', label: 'Label width (mm)', step: 'any' },
  { key: 'height', label: 'Label height (mm)', step: 'any' },
  { key: 'left', label: 'Left margin (mm)', step: 'any' },
  { key: 'top', label: 'Top margin (mm)', step: 'any' },
  { key: 'gapX', label: 'Horizontal gap (mm)', step: 'any' },
  { key: 'gapY', label: 'Vertical gap (mm)', step: 'any' },
] as const satisfies readonly { key: keyof LabelSheet; label: string; step: number | 'any' }[]

/** The measures of a sheet that is not on the list, as printed on its package. */
export const OwnSheetFields = ({ sheet, onChange }: OwnSheetFieldsProps) => (
  <div className={styles.fields}>
    {fields.map(({ key, label, step }) => (
      <TextInput
        key={key}
        type="number"
        inputMode="decimal"
        min={0}
        step={step}
        label={label}
        // Empty while typing: NaN, reported as missing.
        value={Number.isFinite(sheet[key]) ? sheet[key] : ''}
        onChange={({ currentTarget }) => onChange({ ...sheet, [key]: currentTarget.valueAsNumber })}
      />
    ))}
  </div>
)
