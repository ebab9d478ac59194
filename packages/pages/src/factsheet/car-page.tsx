import { type AttributeRow, inventoryTypes } from '@vitrine/contract'
import type { RenderedPage } from '../document/page.ts'
import { Description } from './description.tsx'
import { Facts } from './facts.tsx'
import { type FactsheetProps, renderFactsheet } from './factsheet.tsx'
import { type QrCode, QrCodeFigure } from './qr-code.tsx'
import { Questions } from './questions.tsx'
import { carData } from './structured-data.ts'

export interface CarPageProps extends FactsheetProps {
  readonly rows: readonly AttributeRow[]
  readonly qr: QrCode
  /** The address of the chat, if there is one. */
  readonly chat: string | null
}

export function renderCarPage(sheet: CarPageProps): RenderedPage {
  const { rows, description, language, qr, url, chat } = sheet
  return renderFactsheet({
    type: 'car',
    sheet,
    rows,
    data: carData(sheet),
    children: (
      <>
        <Facts rows={rows} label={inventoryTypes.car.name} />
        <Description text={description} language={language} />
        <QrCodeFigure code={qr} address={url} />
      </>
    ),
    after: chat && <Questions chat={chat} />,
  })
}
