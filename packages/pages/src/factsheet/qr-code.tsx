import { type LabelLanguage, visitorWords } from '@vitrine/contract'

export interface QrCode {
  /** How many modules it has on each side. */
  readonly size: number
  /** Lines along the middle of the dark modules, as the data of an SVG path. */
  readonly path: string
}

interface QrCodeProps {
  readonly code: QrCode
  readonly address: string
  readonly lang: LabelLanguage
}

export function QrCodeFigure({ code, address, lang }: QrCodeProps) {
  return (
    <figure className="qr">
      <svg
        width={200}
        height={200}
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
