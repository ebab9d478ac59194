import { Button } from '@mantine/core'
import { IconCalendarMonth, IconList } from '@tabler/icons-react'
import { filterWords, fold, type JournalTag, tagPreset } from '@vitrine/contract'
import { ToggleButtons } from '../../../ui/forms/toggle-buttons.tsx'
import { FilterField } from '../../../ui/lists/filter-field.tsx'
import type { useFilter } from '../../../ui/lists/use-filter.ts'
import { toggleWord } from './filter-word.ts'
import type { JournalView } from './journal-search.ts'
import styles from './journal-toolbar.module.css'

interface JournalToolbarProps {
  readonly filter: ReturnType<typeof useFilter>
  readonly onFilter: (filter: string) => void
  readonly tags: readonly JournalTag[] | undefined
  readonly view: JournalView
  readonly onView: (view: JournalView) => void
}

const views = [
  ['list', 'List', IconList],
  ['calendar', 'Calendar', IconCalendarMonth],
] as const

export function JournalToolbar({ filter, onFilter, tags, view, onView }: JournalToolbarProps) {
  const { key, ...field } = filter.field
  const presets = tags?.map(tagPreset) ?? []
  const words = filterWords(filter.query)
  return (
    <div className={`${styles.toolbar} no-print`}>
      <FilterField key={key} {...field} label="Filter the journal" className={styles.filter} />
      <Button.Group aria-label="View">
        {views.map(([name, label, Icon]) => (
          <Button
            key={name}
            variant={view === name ? 'filled' : 'default'}
            aria-pressed={view === name}
            leftSection={<Icon size={16} aria-hidden="true" />}
            onClick={() => onView(name)}
          >
            {label}
          </Button>
        ))}
      </Button.Group>
      {tags?.length !== 0 && (
        <div className={styles.presets}>
          <ToggleButtons
            label="Filter by tag"
            labelHidden
            inTwoLines
            toSingleLine
            options={presets.map((preset) => ({ key: preset, text: preset }))}
            chosen={presets.filter((preset) => words.includes(fold(preset)))}
            onToggle={(preset) => onFilter(toggleWord(filter.query, preset))}
          />
        </div>
      )}
    </div>
  )
}
