import { Button } from '@mantine/core'
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
export const ToolButton = ({ label, Icon, narrow, expanded, onClick }: ToolButtonProps) => (
  <Button
    variant="default"
    flex="none"
    px={narrow ? 'xs' : 'md'}
    aria-label={label}
    aria-expanded={expanded}
    onClick={onClick}
  >
    <Icon size={16} aria-hidden="true" />
    {!narrow && <>&nbsp;{label}</>}
  </Button>
)
