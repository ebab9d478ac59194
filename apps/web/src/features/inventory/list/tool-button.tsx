import type { Icon as TablerIcon } from '@tabler/icons-react'
import { memo } from 'react'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'

interface ToolButtonProps {
  readonly label: string
  readonly Icon: TablerIcon
  /** On a phone there is room for the icon alone. */
  readonly narrow: boolean
  readonly expanded?: boolean
  readonly onClick: () => void
}

/** A button beside the filter, drawn again only when it changes: every key typed there draws the page. */
export const ToolButton = memo(({ label, Icon, narrow, expanded, onClick }: ToolButtonProps) => (
  <SecondaryButton flex="none" px={narrow ? 'xs' : 'md'} aria-label={label} aria-expanded={expanded} onClick={onClick}>
    <Icon size={16} aria-hidden="true" />
    {!narrow && <>&nbsp;{label}</>}
  </SecondaryButton>
))
