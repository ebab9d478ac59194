import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type Attribute, attributeLabel, attributeRows, type ItemDetail } from '@vitrine/contract'
import { Fragment, lazy, useState } from 'react'
import { FoldedText } from '../../../ui/text/folded-text.tsx'
import styles from './attribute-list.module.css'
import facts from './facts.module.css'
import { type EditorWays, InPlace } from './in-place.tsx'
import { Recording } from './recording.tsx'
import type { EditingState } from './use-editing.ts'

// Most visits only read: editors are loaded on demand.
const AttributeEditor = lazy(async () => ({ default: (await import('./attribute-editor.tsx')).AttributeEditor }))
const RecordingUpload = lazy(async () => ({ default: (await import('./recording-upload.tsx')).RecordingUpload }))

interface AttributeListProps {
  readonly attributes: readonly Attribute[]
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
}

/** The filled attributes in their order, each to be changed in its place; the empty ones as buttons that add them. */
export function AttributeList({ attributes, item, refresh }: AttributeListProps) {
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const [closed, setClosed] = useState<string | null>(null)
  const add = (key: string) => setAdded(new Set([...added, key]))
  const close = (key: string) => {
    setAdded(new Set([...added].filter((other) => other !== key)))
    setClosed(key)
  }
  const rows = attributes.map((attribute) => ({ attribute, key: attribute.tag_key, text: textOf(attribute, item) }))
  const shown = rows.filter(({ key, text }) => text !== null || added.has(key))
  const empty = rows.filter(({ attribute, key, text }) => text === null && !added.has(key) && canAdd(attribute, item))
  return (
    <>
      {shown.length === 0 && <p className={styles.nothing}>No attributes yet.</p>}
      {shown.length > 0 && (
        <dl className={styles.list}>
          {shown.map(({ attribute, key, text }) => (
            <Fragment key={key}>
              <dt className={facts.label}>{attributeLabel(attribute)}</dt>
              <dd className={facts.value} data-kind={attribute.kind}>
                {key === 'mp3' ? (
                  <RecordingValue item={item} refresh={refresh} isThere={text !== null} onStop={() => close(key)} />
                ) : (
                  <Value
                    attribute={attribute}
                    item={item}
                    text={text ?? ''}
                    refresh={refresh}
                    initially={added.has(key) ? 'now' : closed === key ? 'no longer' : 'not yet'}
                    onStop={() => close(key)}
                  />
                )}
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      {empty.length > 0 && (
        <ul aria-label="Empty attributes" className={`${styles.chips} no-print`}>
          {empty.map(({ attribute, key }) => (
            <li key={key}>
              <Button
                variant="default"
                size="compact-sm"
                radius="xl"
                leftSection={<IconPlus size={14} aria-hidden="true" />}
                aria-label={`+ ${attributeLabel(attribute)}`}
                autoFocus={closed === key}
                onClick={() => add(key)}
              >
                {attributeLabel(attribute)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The text of its row; null where there is none. */
function textOf(attribute: Attribute, { tags, recording }: ItemDetail): string | null {
  const key = attribute.tag_key
  if (key === 'mp3') return recording?.fileName ?? (tags.mp3?.trim() || null)
  // Kilowatts are derived for visitors; this is what was entered.
  return attributeRows([attribute], tags).find((row) => row.key === key)?.value ?? null
}

/** Neither what is shown within another row nor what is no longer offered. */
const canAdd = ({ tag_key, retired }: Attribute, { tags }: ItemDetail): boolean => !retired && !tags[tag_key]?.trim()

interface ValueProps {
  readonly attribute: Attribute
  readonly item: ItemDetail
  readonly text: string
  readonly refresh: () => Promise<void>
  readonly initially: EditingState
  readonly onStop: () => void
}

function Value({ attribute, item, text, refresh, ...editing }: ValueProps) {
  const label = attributeLabel(attribute)
  const value = (
    <InPlace
      label={label}
      text={text}
      editor={(ways: EditorWays) => <AttributeEditor attribute={attribute} item={item} refresh={refresh} {...ways} />}
      {...editing}
    >
      {text}
    </InPlace>
  )
  return attribute.multiline ? <FoldedText label={label}>{value}</FoldedText> : value
}

interface RecordingValueProps {
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
  readonly isThere: boolean
  readonly onStop: () => void
}

function RecordingValue({ item, refresh, isThere, onStop }: RecordingValueProps) {
  if (isThere) return <Recording item={item} />
  return (
    <InPlace
      label="recording"
      text=""
      initially="now"
      onStop={onStop}
      editor={({ onDone }) => (
        <>
          <RecordingUpload item={item} refresh={refresh} />
          <Button variant="default" size="compact-sm" onClick={onDone}>
            Cancel
          </Button>
        </>
      )}
    >
      {null}
    </InPlace>
  )
}
