import { type AttributeRow, inventoryTypes } from '@vitrine/contract'
import type { RenderedPage } from '../document/page.ts'
import { Description } from './description.tsx'
import { Facts } from './facts.tsx'
import { type FactsheetProps, renderFactsheet } from './factsheet.tsx'
import { Player } from './player.tsx'
import { artworkData } from './structured-data.ts'

export interface ArtPageProps extends FactsheetProps {
  readonly artRows: readonly AttributeRow[]
  readonly musicRows: readonly AttributeRow[]
  readonly recording: string | null
  /** Where the script of the player is, asked for only where there is a recording; null where no script runs. */
  readonly playerSrc: string | null
}

export function renderArtPage(sheet: ArtPageProps): RenderedPage {
  const { artRows, musicRows, recording, playerSrc, description, language } = sheet
  return renderFactsheet({
    type: 'art',
    sheet,
    rows: artRows,
    data: artworkData(sheet),
    script: recording ? (playerSrc ?? undefined) : undefined,
    children: (
      <>
        {(recording || musicRows.length > 0) && (
          <section className="music" aria-label="Music">
            {recording && <Player src={recording} />}
            <Facts rows={musicRows} label="Music" />
          </section>
        )}
        <Facts rows={artRows} label={inventoryTypes.art.name} />
        <Description text={description} language={language} />
      </>
    ),
  })
}
