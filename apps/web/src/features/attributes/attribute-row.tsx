import { ActionIcon, Button } from '@mantine/core'
import { IconGripVertical, IconPencil } from '@tabler/icons-react'
import { type Attribute, type AttributeGroup, attributeLabel } from '@vitrine/contract'
import type { KeyboardEvent, ReactNode } from 'react'
import { audienceNames, kindNames } from './attribute-values.ts'
import styles from './attributes-page.module.css'
import type { useDrag } from './use-drag.ts'

interface AttributeRowProps {
  readonly attribute: Attribute
  /** Absent where it can't be moved. */
  readonly handle?: ReturnType<ReturnType<typeof useDrag>['handle']>
  readonly onStep?: (by: 1 | -1) => void
  readonly onEdit?: () => void
  readonly onRetire: () => void
  readonly busy: boolean
  /** The form that changes it, while it is open. */
  readonly children?: ReactNode
}

/** Where visitors find it, if not among the facts. */
const places: Record<AttributeGroup, string> = { facts: '', music: ', under Music', none: ', not on the page' }

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

export function AttributeRow({ attribute, handle, onStep, onEdit, onRetire, busy, children }: AttributeRowProps) {
  const label = attributeLabel(attribute)
  const { tag_key, kind, audience, group, retired } = attribute
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    onStep?.(by)
  }
  return (
    <>
      <div className={styles.row}>
        {handle && (
          <ActionIcon
            variant="subtle"
            size="lg"
            className={styles.handle ?? ''}
            aria-label={`Move ${label}: drag, or press arrow up or down`}
            data-handle={attribute.id}
            onKeyDown={step}
            {...handle}
          >
            <IconGripVertical size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        <div className={styles.name}>
          <span className={styles.label}>{label}</span>
          <code className={styles.key}>{tag_key}</code>
        </div>
        <span className={styles.meta}>{kindNames[kind]}</span>
        <span className={styles.meta} data-public={audience === 'visitors' || undefined}>
          {!retired && audienceNames[audience]}
          {!retired && audience === 'visitors' && places[group]}
        </span>
        <div className={`${styles.actions} no-print`}>
          {onEdit && (
            <ActionIcon variant="subtle" size="lg" aria-label={`Edit ${label}`} onClick={onEdit}>
              <IconPencil size={18} aria-hidden="true" />
            </ActionIcon>
          )}
          <Button
            variant="default"
            size="compact-sm"
            loading={busy}
            aria-label={`${retired ? 'Restore' : 'Retire'} ${label}`}
            onClick={onRetire}
          >
            {retired ? 'Restore' : 'Retire'}
          </Button>
        </div>
      </div>
      {children}
    </>
  )
}
