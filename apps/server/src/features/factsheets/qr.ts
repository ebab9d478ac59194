import { createHash } from 'node:crypto'
import { type ItemType, inventoryTypes } from '@vitrine/contract'
import { renderQrPng } from '../../adapters/qr/qr-code.ts'
import { notFound } from '../../base/failure.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { itemUrl } from './addresses.ts'
import type { VisitorItemReader } from './service.ts'

/** Renders a QR code with the address of an item's page; fails if the item is not public. */
export async function renderItemQr(
  visitors: VisitorItemReader,
  site: string,
  { type, number }: { readonly type: ItemType; readonly number: number },
): Promise<FinishedAnswer> {
  const { id } = await visitors.getByNumber(type, number)
  return renderQr(itemUrl(site, type, id))
}

/**
 * Renders the QR code of an item that may not be public yet, because labels are printed earlier.
 */
export async function renderPreviewQr(
  visitors: VisitorItemReader,
  site: string,
  itemId: number,
): Promise<FinishedAnswer> {
  const { id, type_name } = await visitors.getPreview(itemId)
  if (!inventoryTypes[type_name].hasQr) throw notFound('There is no QR code for this kind of item.')
  return { ...(await renderQr(itemUrl(site, type_name, id))), cache: 'revalidate' }
}

/** Characters of an ETag in base64url: 132 bits, more than enough to tell addresses apart. */
const etagLength = 22

async function renderQr(address: string): Promise<FinishedAnswer> {
  return {
    type: 'image/png',
    etag: createHash('sha256').update(address).digest('base64url').slice(0, etagLength),
    cache: 'shared',
    content: { plain: await renderQrPng(address) },
  }
}
