export interface QrCode {
  /** How many modules it has on each side. */
  readonly size: number
  /** The dark modules, as the data of an SVG path. */
  readonly path: string
}

export function QrCodeFigure({ code, address }: { readonly code: QrCode; readonly address: string }) {
  return (
    <figure className="qr">
      <svg
        width={200}
        height={200}
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label="QR code of this page"
      >
        <path d={code.path} shapeRendering="crispEdges" />
      </svg>
      <figcaption>{address.replace(/^https?:\/\//, '')}</figcaption>
    </figure>
  )
}
