import { type Attribute, attributeLabel, attributeRows, type ItemDetail, recordingAddress } from '@vitrine/contract'
import { Fragment, type ReactNode, useState } from 'react'
import styles from './attribute-list.module.css'

interface AttributeListProps {
  readonly attributes: readonly Attribute[]
  readonly item: ItemDetail
}

/** The filled attributes in their order, with the recording where its attribute stands. */
export function AttributeList({ attributes, item }: AttributeListProps) {
  const rows = attributes.flatMap((attribute): { key: string; label: string; content: ReactNode }[] => {
    const key = attribute.tag_key
    if (key === 'mp3') {
      const isThere = item.recording !== null || (item.tags.mp3 ?? '').trim() !== ''
      return isThere ? [{ key, label: attributeLabel(attribute), content: recordingOf(item) }] : []
    }
    return (
      attributeRows([attribute], item.tags)
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
  if (recording) {
    const { fileName, name } = recording
    return <Recording key={name} src={`/api/recording/${id}?v=${name}`} label={fileName} caption={fileName} />
  }
  const noted = (tags.mp3 ?? '').trim()
  const address = recordingAddress(noted)
  if (address) {
    const link = (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {noted}
      </a>
    )
    return <Recording key={address} src={address} label={noted} caption={link} />
  }
  if (!/^https?:/i.test(noted)) return noted
  return (
    <div className={styles.recording}>
      {noted}
      <span className={styles.caption}>{unplayable(noted)}</span>
    </div>
  )
}

/** Browsers play nothing on a safe page that comes over an unsafe connection. */
const unplayable = (address: string): string =>
  /^http:/i.test(address)
    ? 'This recording can’t be played: its address begins with http://. Please enter one that begins with https://, or upload the file.'
    : 'This recording can’t be played: its address is not complete.'

interface RecordingProps {
  readonly src: string
  readonly label: string
  readonly caption: ReactNode
}

function Recording({ src, label, caption }: RecordingProps) {
  const [failed, setFailed] = useState(false)
  return (
    <div className={styles.recording}>
      {/* biome-ignore lint/a11y/useMediaCaption: it is music */}
      <audio
        controls
        preload="none"
        aria-label={`Recording ${label}`}
        src={src}
        className={styles.audio}
        onError={() => setFailed(true)}
        onPlaying={() => setFailed(false)}
      />
      <span className={styles.caption}>{caption}</span>
      <span role="status" className={styles.caption}>
        {failed && 'This recording can’t be played.'}
      </span>
    </div>
  )
}
