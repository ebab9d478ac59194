import {
  api,
  inventoryTypes,
  itemPictureLimits,
  labelLanguages,
  toPublicNumber,
} from '@vitrine/contract'
import type { Client } from '../../apps/server/test/client.ts'
import { largestPictures, plainPicture } from '../../apps/server/test/largest-pictures.ts'
import { pictureFile } from '../../apps/server/test/media-files.ts'
import { nastyExampleContext, nastyTexts } from '../../apps/server/test/nasty-inputs.ts'

export interface Attack {
  readonly title: string
  send(): Promise<Response>
}

const text = nastyTexts['no spaces, other scripts']
const nastyText = (length: number) => text.repeat(length / text.length)

/** Always reported, because this request once blocked all others for 49 seconds. */
export const fullStopsTitle = '/ask in nine languages at once, of a text of full stops'

/**
 * Prepares attacks that are not calls of the contract: files, and requests of visitors and
 * programs.
 */
export async function prepareOtherAttacks(root: Client): Promise<Attack[]> {
  const itemId = await nastyExampleContext(root, text).newItem('art')
  const add = (file: Blob) => root.send(api.media.addPicture, { body: { itemId }, file })
  const uploads: Attack[] = []
  for (const [format, make] of Object.entries(largestPictures)) {
    const file = await make()
    uploads.push({ title: `media.addPicture, ${format}`, send: () => add(file) })
  }
  const words = {
    credit: nastyText(itemPictureLimits.credit),
    alt: nastyText(itemPictureLimits.alt),
  }
  const itemWithPictures = await nastyExampleContext(root, text).newItem('art')
  const small = async (index: number) => ({
    file: await pictureFile(plainPicture(1, 1 + index).png()),
  })
  for (let index = 0; index < itemPictureLimits.pictures; index++)
    await root.call(api.media.addPicture, {
      body: { itemId: itemWithPictures },
      ...(await small(index)),
    })
  const details = (id: number) => root.call(api.inventory.details, { params: { id } })
  const savePictures = async () => {
    const { version, pictures } = await details(itemWithPictures)
    const all = pictures.map(({ name, kind, licence }) => ({
      name,
      kind,
      licence,
      credit: words.credit,
      public: true,
      alt: { fr: words.alt, de: words.alt, en: words.alt },
    }))
    return root.send(api.media.savePictures, {
      body: { itemId: itemWithPictures, version, pictures: all.toReversed() },
    })
  }

  const number = toPublicNumber('art', itemWithPictures)
  const fullStopsNumber = toPublicNumber(
    'art',
    await nastyExampleContext(root, nastyTexts['full stops']).newItem('art'),
  )
  const createRequest = (path: string, init?: RequestInit): Attack => ({
    title: path,
    send: () => root.fetch(path, init),
  })
  const createImageRequest = (path: string): Attack => ({
    title: `/iiif/3/:name${path}`,
    send: async () => root.fetch(`/iiif/3/${(await details(itemId)).pictures[0]?.name}${path}`),
  })
  return [
    ...uploads,
    { title: `media.savePictures, ${itemPictureLimits.pictures} of them`, send: savePictures },
    ...[
      '/full/max/0/default.jpg',
      '/full/max/90/gray.png',
      '/5000,5000,2400,2400/max/!180/default.webp',
    ].map(createImageRequest),
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
    ].map((path) => createRequest(path)),
    {
      title: fullStopsTitle,
      send: async () => {
        const pages = labelLanguages.map((lang) =>
          root.fetch(`/ask/art/${fullStopsNumber}?lang=${lang}`),
        )
        return (await Promise.all(pages))[0] as Response
      },
    },
    createRequest(`/ask/art/${number}`, {
      method: 'POST',
      body: new URLSearchParams({ question: nastyText(280) }),
    }),
  ]
}
