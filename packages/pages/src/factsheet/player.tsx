import { type LabelLanguage, visitorWords } from '@vitrine/contract'

export interface PlayerProps {
  readonly src: string
  readonly lang: LabelLanguage
  /** What a locked telephone shows of it. */
  readonly title: string
  readonly artist: string
  readonly artwork: string | undefined
}

/** Plays a recording. Without the script the browser's own controls stay. */
export function Player({ src, lang, title, artist, artwork }: PlayerProps) {
  const { play, pause, position, ofWhole, trouble } = visitorWords[lang].player
  return (
    <div
      className="player"
      data-player
      data-title={title}
      data-artist={artist}
      data-artwork={artwork}
      data-of-whole={ofWhole}
      data-trouble={trouble}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: music without words */}
      <audio controls preload="none" src={src} />
      <div className="controls">
        <button type="button" data-play>
          <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 1.5v13l11-6.5z" />
          </svg>
          {play}
        </button>
        <button type="button" data-pause>
          <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 2h4v12H3zM9 2h4v12H9z" />
          </svg>
          {pause}
        </button>
        <span className="time" data-time />
        <input type="range" min={0} max={1} step={1} defaultValue={0} disabled aria-label={position} />
      </div>
      <p className="trouble" role="status" />
    </div>
  )
}
