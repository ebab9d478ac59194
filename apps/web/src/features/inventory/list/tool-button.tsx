import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { Icon as TablerIcon } from '@tabler/icons-react'

interface ToolButtonProps {
  readonly label: string
  readonly Icon: TablerIcon
  /** On a phone there is room for the icon alone. */
  readonly narrow: boolean
  readonly expanded?: boolean
  readonly onClick: () => void
}

/** A button beside the filter. */
export function ToolButton({ label, Icon, narrow, expanded, onClick }: ToolButtonProps) {
  const state = expanded === undefined ? {} : { 'aria-expanded': expanded }
  if (!narrow)
    return (
      <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />} onClick={onClick} {...state}>
        {label}
      </Button>
    )
  return (
    <Tooltip label={label}>
      <ActionIcon size={36} variant="default" aria-label={label} onClick={onClick} {...state}>
        <Icon size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
