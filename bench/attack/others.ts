import { api, inventoryTypes, itemPictureLimits, publicNumber } from '@vitrine/contract'
import sharp, { type Sharp } from 'sharp'
import { nastyTexts, nastyWorld } from '../../apps/server/test/adversary.ts'
import type { Client } from '../../apps/server/test/client.ts'
import { heicFile } from '../../apps/server/test/heic-files.ts'
import { pictureFile } from '../../apps/server/test/media-files.ts'

export interface Attack {
  readonly title: string
  send(): Promise<Response>
}

const plain = (side: number): Sharp =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#963' }, limitInputPixels: false })

/** Of each format the largest picture that is still taken: its pixels fill the memory that one may have. */
const largest: Readonly<Record<string, () => Promise<File>>> = {
  'JPEG of 100 megapixels': () => pictureFile(plain(10_000).jpeg()),
  'progressive JPEG': () => pictureFile(plain(8_300).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })),
  'interlaced PNG in 16 bits': () =>
    pictureFile(plain(7_100).ensureAlpha().toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 })),
  AVIF: () => pictureFile(plain(4_600).avif({ effort: 0 })),
  WebP: () => pictureFile(plain(10_000).webp({ lossless: true, effort: 0 })),
  HEIC: async () => heicFile({ mosaic: Array.from({ length: 108 }, () => Array.from({ length: 108 }, () => 'red')) }),
}

const text = nastyTexts['no spaces, other scripts']
const filled = (length: number) => text.repeat(length / text.length)

/** What the walk over the contract does not reach: real files, and what visitors and other programs ask for. */
export async function otherAttacks(root: Client): Promise<Attack[]> {
  const itemId = await nastyWorld(root, text).newItem('art')
  const add = (file: Blob) => root.send(api.media.addPicture, { body: { itemId }, file })
  const uploads: Attack[] = []
  for (const [format, make] of Object.entries(largest)) {
    const file = await make()
    uploads.push({ title: `media.addPicture, ${format}`, send: () => add(file) })
  }
  const words = { credit: filled(itemPictureLimits.credit), alt: filled(itemPictureLimits.alt) }
  const many = await nastyWorld(root, text).newItem('art')
  const small = async (index: number) => ({
    file: await pictureFile(sharp({ create: { width: 1, height: 1 + index, channels: 3, background: '#369' } }).png()),
  })
  for (let index = 0; index < itemPictureLimits.pictures; index++)
    await root.call(api.media.addPicture, { body: { itemId: many }, ...(await small(index)) })
  const details = (id: number) => root.call(api.inventory.details, { params: { id } })
  const savePictures = async () => {
    const { version, pictures } = await details(many)
    const all = pictures.map(({ name, kind, licence }) => ({
      name,
      kind,
      licence,
      credit: words.credit,
      public: true,
      alt: { fr: words.alt, de: words.alt, en: words.alt },
    }))
    return root.send(api.media.savePictures, { body: { itemId: many, version, pictures: all.toReversed() } })
  }

  const number = publicNumber('art', many)
  const asked = (path: string, init?: RequestInit): Attack => ({ title: path, send: () => root.fetch(path, init) })
  const ofLargest = (path: string): Attack => ({
    title: `/iiif/3/:name${path}`,
    send: async () => root.fetch(`/iiif/3/${(await details(itemId)).pictures[0]?.name}${path}`),
  })
  return [
    ...uploads,
    { title: `media.savePictures, ${itemPictureLimits.pictures} of them`, send: savePictures },
    ...['/full/max/0/default.jpg', '/full/max/90/gray.png', '/5000,5000,2400,2400/max/!180/default.webp'].map(
      ofLargest,
    ),
    ...[
      `/iiif/manifest/art/${number}`,
      `/iiif/collection${inventoryTypes.art.start}`,
      `/exchange/lido/art/${number}`,
      `/exchange/linked-art/art/${number}`,
      '/oai?verb=ListRecords&metadataPrefix=lido',
      '/oai?verb=ListRecords&metadataPrefix=oai_dc',
      '/oai?verb=ListIdentifiers&metadataPrefix=oai_dc',
      `/art/${number}?pictures=all`,
      inventoryTypes.art.start,
      '/sitemap.xml',
      '/save-the-date',
    ].map((path) => asked(path)),
    asked(`/ask/art/${number}`, { method: 'POST', body: new URLSearchParams({ question: filled(280) }) }),
  ]
}
