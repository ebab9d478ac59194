import { createHash } from 'node:crypto'
import { qrPng } from '../../adapters/qr/qr-png.ts'
import type { Finished } from '../../http/finished.ts'
import { addressOf } from './addresses.ts'
import type { VisitorService } from './service.ts'

/** The code that goes beside an artwork: it leads to the artwork's page, and there is none without a page. */
export async function artQr(visitors: VisitorService, site: string, number: number): Promise<Finished> {
  const { id } = await visitors.details(number, 'art')
  const address = addressOf(site, 'art', id)
  return {
    type: 'image/png',
    name: createHash('sha256').update(address).digest('base64url').slice(0, 22),
    cache: 'shared',
    content: { plain: await qrPng(address) },
  }
}
