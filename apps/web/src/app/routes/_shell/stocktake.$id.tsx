import { useParams } from '@tanstack/react-router'
import { ScanPage } from '../../../features/stocktake/scan-page.tsx'

export function Screen() {
  const id = Number(useParams({ from: '/_shell/stocktake/$id' }).id)
  return <ScanPage key={id} stocktakeId={id} />
}
