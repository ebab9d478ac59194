import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { Ref } from 'react'

interface EditButtonProps {
  readonly ref?: Ref<HTMLButtonElement>
  readonly label: string
  readonly autoFocus: boolean
  readonly onClick: () => void
}

export function EditButton({ label, ...others }: EditButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" size="lg" aria-label={label} {...others}>
        <IconPencil size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
