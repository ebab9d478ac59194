import { type ItemDetail, recordingAddress } from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import styles from './recording.module.css'

export function Recording({ item: { id, recording, tags } }: { readonly item: ItemDetail }) {
  if (recording) {
    const { fileName, name } = recording
    return <Player key={name} src={`/api/recording/${id}?v=${name}`} label={fileName} caption={fileName} />
  }
  const noted = (tags.mp3 ?? '').trim()
  const address = recordingAddress(noted)
  if (address) {
    const link = (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {noted}
      </a>
    )
    return <Player key={address} src={address} label={noted} caption={link} />
  }
  if (!/^https?:/i.test(noted)) return noted
  return (
    <div className={styles.recording}>
      {noted}
      <span className="quiet">{unplayable(noted)}</span>
    </div>
  )
}

/** Browsers play nothing on a safe page that comes over an unsafe connection. */
const unplayable = (address: string): string =>
  /^http:/i.test(address)
    ? 'This recording can’t be played: its address begins with http://. Please enter one that begins with https://, or upload the file.'
    : 'This recording can’t be played: its address is not complete.'

interface PlayerProps {
  readonly src: string
  readonly label: string
  readonly caption: ReactNode
}

function Player({ src, label, caption }: PlayerProps) {
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
      <span className="quiet">{caption}</span>
      <span role="status" className="quiet">
        {failed && 'This recording can’t be played.'}
      </span>
    </div>
  )
}
