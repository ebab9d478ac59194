import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type Attribute, type AttributeGroup, attributeLabel } from '@vitrine/contract'
import type { ReactNode } from 'react'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { audienceNames, kindNames } from './attribute-values.ts'
import styles from './attributes-page.module.css'

interface AttributeRowProps {
  readonly attribute: Attribute
  readonly handle?: ReactNode
  readonly onEdit?: () => void
  readonly onRetire: () => void
  readonly busy: boolean
  readonly children?: ReactNode
}

/** Where visitors find it, if not among the facts. */
const places: Record<AttributeGroup, string> = { facts: '', music: ', under Music', none: ', not on the page' }

export function AttributeRow({ attribute, handle, onEdit, onRetire, busy, children }: AttributeRowProps) {
  const label = attributeLabel(attribute)
  const { tag_key, kind, audience, group, retired } = attribute
  return (
    <>
      <div className={styles.row} data-movable={handle ? true : undefined}>
        {handle}
        <div className={`flex-wrap ${styles.name}`}>
          <span className="medium">{label}</span>
          <code className={styles.key}>{tag_key}</code>
        </div>
        <span className={styles.meta}>{kindNames[kind]}</span>
        <span className={styles.meta} data-public={audience === 'visitors' || undefined}>
          {!retired && audienceNames[audience]}
          {!retired && audience === 'visitors' && places[group]}
        </span>
        <div className={`row-end ${styles.actions} no-print`}>
          {onEdit && (
            <ActionIcon variant="subtle" size="lg" aria-label={`Edit ${label}`} onClick={onEdit}>
              <IconPencil size={18} aria-hidden="true" />
            </ActionIcon>
          )}
          <SmallButton loading={busy} aria-label={`${retired ? 'Restore' : 'Retire'} ${label}`} onClick={onRetire}>
            {retired ? 'Restore' : 'Retire'}
          </SmallButton>
        </div>
      </div>
      {children}
    </>
  )
}
