import { createHash } from 'node:crypto'
import { type ItemType, inventoryTypes } from '@vitrine/contract'
import { renderQrPng } from '../../adapters/qr/qr-code.ts'
import { notFound } from '../../base/failure.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { itemUrl } from './addresses.ts'
import type { VisitorItemReader } from './service.ts'

/** The QR code of an item: it leads to the item's page, and there is none without a page. */
export async function renderItemQr(
  visitors: VisitorItemReader,
  site: string,
  type: ItemType,
  number: number,
): Promise<FinishedAnswer> {
  const { id } = await visitors.details(number, type)
  return qrOf(itemUrl(site, type, id))
}

/** The same before the page is public: labels are printed before an item is shown. */
export async function renderPreviewQr(
  visitors: VisitorItemReader,
  site: string,
  itemId: number,
): Promise<FinishedAnswer> {
  const { id, type_name } = await visitors.getPreview(itemId)
  if (!inventoryTypes[type_name].hasQr) throw notFound('There is no QR code for this kind of item.')
  return { ...(await qrOf(itemUrl(site, type_name, id))), cache: 'revalidate' }
}

async function qrOf(address: string): Promise<FinishedAnswer> {
  return {
    type: 'image/png',
    name: createHash('sha256').update(address).digest('base64url').slice(0, 22),
    cache: 'shared',
    content: { plain: await renderQrPng(address) },
  }
}
