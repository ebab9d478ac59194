import {
  type AttributeRow,
  type ItemType,
  inventoryTypes,
  type LabelLanguage,
  labelLanguages,
  visitorWords,
} from '@vitrine/contract'
import { Fragment } from 'react'
import type { RenderedPage } from '../document/page.ts'
import { type FactsheetProps, renderFactsheet, toDisplayName } from './factsheet.tsx'
import musicCss from './music.css?inline'
import playerCss from './player.css?inline'
import { buildStructuredData } from './structured-data.ts'
import { Facts } from './texts.tsx'

export interface ItemPageProps extends FactsheetProps {
  readonly type: ItemType
  readonly rows: readonly AttributeRow[]
  readonly musicRows: readonly AttributeRow[]
  /** URL of the recording. */
  readonly recording: string | null
  /** QR code of this page, or null. */
  readonly qr: QrCode | null
  /** URL of the PDF; null without links. */
  readonly pdf: string | null
  /** Null if questions are disabled. */
  readonly ask: AskLink | null
}

export function renderItemPage(sheet: ItemPageProps): RenderedPage {
  const { type, rows, musicRows, recording, qr, url, pdf, ask, pictures, lang } = sheet
  const words = visitorWords[lang].page
  const hasMusic = recording !== null || musicRows.length > 0
  return renderFactsheet({
    type,
    sheet,
    rows,
    data: buildStructuredData[type](sheet),
    recording,
    style: [hasMusic && musicCss, recording && playerCss].filter(Boolean).join(''),
    facts: (
      <>
        {hasMusic && (
          <section className="music" aria-label={words.music}>
            {recording && (
              <Player
                src={recording}
                lang={lang}
                title={toDisplayName(type, sheet)}
                artist={describeMusic(musicRows)}
                artwork={pictures[0]?.widths.at(-1)?.src}
              />
            )}
            <Facts rows={musicRows} label={words.music} sheet={sheet} />
          </section>
        )}
        <Facts rows={rows} label={inventoryTypes[type].labels[lang]} sheet={sheet} />
      </>
    ),
    code: qr && <QrCodeFigure code={qr} address={url} lang={lang} />,
    questions: ask && <Questions ask={ask} lang={lang} />,
    end: pdf && (
      <p className="ends">
        {/* Hidden until the script shows it. */}
        <button type="button" data-share={url} data-copied={words.copied} hidden>
          {words.share}
        </button>
        <a href={pdf}>PDF</a>
      </p>
    ),
  })
}

/** The first lines of the first two rows. */
const describeMusic = (musicRows: readonly AttributeRow[]): string =>
  musicRows
    .slice(0, 2)
    .map(({ value }) => value.split('\n', 1))
    .join(' – ')

export interface PlayerProps {
  readonly src: string
  readonly lang: LabelLanguage
  /** Shown on lock screens, like `artist` and `artwork`. */
  readonly title: string
  readonly artist: string
  readonly artwork: string | undefined
}

/** Plays a recording. Without the script, the browser's controls remain. */
function Player({ src, lang, title, artist, artwork }: PlayerProps) {
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
        <input
          type="range"
          min={0}
          max={1}
          step={1}
          defaultValue={0}
          disabled
          aria-label={position}
        />
      </div>
      <p className="trouble" role="status" />
    </div>
  )
}

export interface QrCode {
  /** Number of modules per side. */
  readonly size: number
  /** SVG path data: lines through the centres of dark modules. */
  readonly path: string
}

interface QrCodeProps {
  readonly code: QrCode
  readonly address: string
  readonly lang: LabelLanguage
}

function QrCodeFigure({ code, address, lang }: QrCodeProps) {
  return (
    <figure className="qr">
      <svg
        width={200}
        height={200}
        // Moved by half a module, as the path runs through the centres of modules.
        viewBox={`0 -.5 ${code.size} ${code.size}`}
        role="img"
        aria-label={visitorWords[lang].page.qrCode}
      >
        <path d={code.path} shapeRendering="crispEdges" />
      </svg>
      <figcaption>{address.replace(/^https?:\/\//, '')}</figcaption>
    </figure>
  )
}

export interface AskLink {
  readonly href: string
  /** Whether this is an external chat instead of the guide. */
  readonly outside: boolean
}

/** The heading is in all languages, because questions are answered in each. */
function Questions({ ask, lang }: { readonly ask: AskLink; readonly lang: LabelLanguage }) {
  return (
    <section className="questions">
      <h2>
        {labelLanguages.map((language, index) => (
          <Fragment key={language}>
            {index > 0 && ' '}
            <span lang={language}>{visitorWords[language].page.questions}</span>
          </Fragment>
        ))}
      </h2>
      <div className="frame" data-unreachable={visitorWords[lang].page.unreachable}>
        {ask.outside ? (
          <>
            <p>{visitorWords[lang].ask.wait}</p>
            <iframe src={ask.href} title={visitorWords[lang].page.chat} loading="lazy" />
          </>
        ) : (
          // page.js replaces the link by a frame when it comes near; lazy frames would load too
          // early.
          <a href={ask.href} data-frame={visitorWords[lang].page.questions}>
            {visitorWords[lang].ask.ask}
          </a>
        )}
      </div>
    </section>
  )
}
