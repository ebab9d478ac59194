import playerScript from '../../browser/player.js?raw'

export { playerScript }

/** Plays a recording. Without the script the browser's own controls stay. */
export function Player({ src }: { readonly src: string }) {
  return (
    <div className="player" data-player>
      {/* biome-ignore lint/a11y/useMediaCaption: music without words */}
      <audio controls preload="none" src={src} />
      <div className="controls" hidden>
        <button type="button" data-play>
          <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 1.5v13l11-6.5z" />
          </svg>
          Play
        </button>
        <button type="button" data-pause>
          <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 2h4v12H3zM9 2h4v12H9z" />
          </svg>
          Pause
        </button>
        <span className="time" data-time />
        <progress max={1} value={0} aria-label="Played" />
      </div>
      <p className="trouble" role="status" />
    </div>
  )
}
