import { attributeLabel, attributeRows, type ItemDetail, recordingAddress, type TagDefinition } from '@vitrine/contract'
import { Fragment, type ReactNode } from 'react'
import styles from './attribute-list.module.css'

interface AttributeListProps {
  readonly definitions: readonly TagDefinition[]
  readonly item: ItemDetail
}

/** The filled attributes in their order, with the recording where its attribute stands. */
export function AttributeList({ definitions, item }: AttributeListProps) {
  const rows = definitions.flatMap((definition): { key: string; label: string; content: ReactNode }[] => {
    const key = definition.tag_key
    if (key === 'mp3') {
      const isThere = item.recording !== null || (item.tags.mp3 ?? '').trim() !== ''
      return isThere ? [{ key, label: attributeLabel(key), content: recordingOf(item) }] : []
    }
    return (
      attributeRows([definition], item.tags)
        // Kilowatts are worked out for visitors; here stands what was entered.
        .filter((row) => row.key === key)
        .map((row) => ({ key, label: row.label, content: row.value }))
    )
  })
  if (rows.length === 0) return <p className={styles.nothing}>No attributes yet.</p>
  return (
    <dl className={styles.list}>
      {rows.map(({ key, label, content }) => (
        <Fragment key={key}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{content}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function recordingOf({ id, recording, tags }: ItemDetail): ReactNode {
  if (!recording) return notedRecording(tags.mp3 ?? '')
  return (
    <div className={styles.recording}>
      {/* biome-ignore lint/a11y/useMediaCaption: it is music */}
      <audio
        controls
        preload="none"
        aria-label={`Recording ${recording.fileName}`}
        src={`/api/recording/${id}?v=${recording.name}`}
        className={styles.audio}
      />
      <span className={styles.fileName}>{recording.fileName}</span>
    </div>
  )
}

/** Played in a tab of its own: this page plays nothing from elsewhere. */
function notedRecording(noted: string): ReactNode {
  const address = recordingAddress(noted)
  if (address === null) return noted
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {noted}
    </a>
  )
}
