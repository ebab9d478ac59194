import { TextInput, UnstyledButton } from '@mantine/core'
import { a4, type LabelSheet, labelPlaces, positionsOf } from '@vitrine/contract'
import type { CSSProperties } from 'react'
import styles from './used-positions.module.css'

interface UsedPositionsProps {
  readonly sheet: LabelSheet
  readonly used: readonly number[]
  /** How many labels will be printed. */
  readonly count: number
  readonly onChange: (used: readonly number[]) => void
}

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`

/** A miniature of the first page: click the labels that are already used. */
export function UsedPositions({ sheet, used, count, onChange }: UsedPositionsProps) {
  const all = positionsOf(sheet)
  const isUsed = new Set(used)
  const corners = labelPlaces(sheet, all, [])
  const free = corners.map((_, position) => position).filter((position) => !isUsed.has(position))
  const printed = new Set(free.slice(0, count))

  return (
    <div className={styles.side}>
      <TextInput
        type="number"
        inputMode="numeric"
        min={0}
        max={all}
        label="Labels already used"
        description="Or click them in the picture."
        value={used.length}
        onChange={({ currentTarget }) => {
          const number = Math.min(Math.max(Math.trunc(currentTarget.valueAsNumber) || 0, 0), all)
          onChange(Array.from({ length: number }, (_, position) => position))
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own */}
      <div role="group" aria-label="Positions on the first page" className={styles.page}>
        {corners.map(({ x, y }, position) => (
          <UnstyledButton
            // biome-ignore lint/suspicious/noArrayIndexKey: a position is its number
            key={position}
            aria-pressed={isUsed.has(position)}
            aria-label={`Position ${position + 1} is used`}
            data-printed={printed.has(position) || undefined}
            className={styles.label ?? ''}
            style={
              {
                left: percent(x, a4.width),
                top: percent(y, a4.height),
                width: percent(sheet.width, a4.width),
                height: percent(sheet.height, a4.height),
              } satisfies CSSProperties
            }
            onClick={() =>
              onChange(isUsed.has(position) ? used.filter((one) => one !== position) : [...used, position])
            }
          />
        ))}
      </div>
    </div>
  )
}
