import { type AttributeRow, type ItemType, inventoryTypes, visitorWords } from '@vitrine/contract'
import type { RenderedPage } from '../document/page.ts'
import { Description } from './description.tsx'
import { Facts } from './facts.tsx'
import { type FactsheetProps, renderFactsheet, shownName } from './factsheet.tsx'
import musicCss from './music.css?inline'
import { Player } from './player.tsx'
import { type QrCode, QrCodeFigure } from './qr-code.tsx'
import { type AskAt, Questions } from './questions.tsx'
import { structuredData } from './structured-data.ts'
import { written } from './written.ts'

export interface ItemPageProps extends FactsheetProps {
  readonly type: ItemType
  readonly rows: readonly AttributeRow[]
  readonly musicRows: readonly AttributeRow[]
  readonly recording: string | null
  /** The code that leads to this page, where it is shown. */
  readonly qr: QrCode | null
  /** Null where nobody can ask. */
  readonly ask: AskAt | null
}

export function renderItemPage(sheet: ItemPageProps): RenderedPage {
  const { type, rows, musicRows, recording, description, languages, qr, url, ask, pictures, lang } = sheet
  const words = visitorWords[lang].page
  const hasMusic = recording !== null || musicRows.length > 0
  return renderFactsheet({
    type,
    sheet,
    rows,
    data: structuredData[type](sheet),
    recording,
    style: hasMusic ? musicCss : '',
    children: (
      <>
        <Description text={description} written={written(languages.description, lang)} />
        {hasMusic && (
          <section className="music" aria-label={words.music}>
            {recording && (
              <Player
                src={recording}
                lang={lang}
                title={shownName(type, sheet)}
                artist={musicRows
                  .slice(0, 2)
                  .map(({ value }) => value.split('\n', 1))
                  .join(' – ')}
                artwork={pictures[0]?.widths.at(-1)?.src}
              />
            )}
            <Facts rows={musicRows} label={words.music} sheet={sheet} />
          </section>
        )}
        <Facts rows={rows} label={inventoryTypes[type].labels[lang]} sheet={sheet} />
      </>
    ),
    after: (
      <>
        {ask && <Questions ask={ask} lang={lang} />}
        {qr && <QrCodeFigure code={qr} address={url} lang={lang} />}
      </>
    ),
  })
}
