import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { View } from './list-search.ts'
import styles from './view-switch.module.css'

const choices = [
  { view: 'list', label: 'List', Icon: IconList },
  { view: 'grid', label: 'Grid', Icon: IconLayoutGrid },
] as const

interface ViewSwitchProps {
  readonly view: View
  readonly onChange: (view: View) => void
}

export function ViewSwitch({ view: current, onChange }: ViewSwitchProps) {
  return (
    <fieldset aria-label="View" className={styles.switch}>
      {choices.map(({ view, label, Icon }) => (
        <Tooltip key={view} label={label}>
          <ActionIcon
            size={36}
            variant={view === current ? 'filled' : 'default'}
            aria-label={label}
            aria-pressed={view === current}
            onClick={() => onChange(view)}
          >
            <Icon size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ))}
    </fieldset>
  )
}
