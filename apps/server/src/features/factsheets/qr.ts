import { createHash } from 'node:crypto'
import { qrPng } from '../../adapters/qr/qr-png.ts'
import { missing } from '../../failure.ts'
import type { Finished } from '../../http/finished.ts'
import { addressOf } from './addresses.ts'
import type { VisitorService } from './service.ts'

/** The code that goes beside an artwork: it leads to the artwork's page, and there is none without a page. */
export async function artQr(visitors: VisitorService, site: string, number: number): Promise<Finished> {
  const { id } = await visitors.details(number, 'art')
  return qrOf(addressOf(site, 'art', id))
}

/** The same before the page is there: labels are printed before an artwork is shown. */
export async function previewQr(visitors: VisitorService, site: string, itemId: number): Promise<Finished> {
  const { id, type_name } = await visitors.preview(itemId)
  if (type_name !== 'art') throw missing('Only artworks have a QR code of their own.')
  return { ...(await qrOf(addressOf(site, 'art', id))), cache: 'ask' }
}

async function qrOf(address: string): Promise<Finished> {
  return {
    type: 'image/png',
    name: createHash('sha256').update(address).digest('base64url').slice(0, 22),
    cache: 'shared',
    content: { plain: await qrPng(address) },
  }
}
