import {
  api,
  inventoryTypes,
  itemPictureLimits,
  labelLanguages,
  toPublicNumber,
} from '@vitrine/contract'
import type { Client } from '../../apps/server/test/client.ts'
import { createPlainPicture, largestPictures } from '../../apps/server/test/largest-pictures.ts'
import { createPictureFile } from '../../apps/server/test/media-files.ts'
import { createNastyExampleContext, nastyTexts } from '../../apps/server/test/nasty-inputs.ts'

export interface Attack {
  readonly title: string
  send(): Promise<Response>
}

const text = nastyTexts['no spaces, other scripts']
const createNastyText = (length: number) => text.repeat(length / text.length)

/** Always reported, because this request once blocked all others for 49 seconds. */
export const fullStopsTitle = '/ask in nine languages at once, of a text of full stops'

/**
 * Prepares attacks that are not calls of the contract: files, and requests of visitors and
 * programs.
 */
export async function prepareOtherAttacks(root: Client): Promise<Attack[]> {
  const context = createNastyExampleContext(root, text)
  const itemId = await context.newItem('art')
  const uploads = await prepareUploads(root, itemId)
  const itemWithPictures = await context.newItem('art')
  await addManyPictures(root, itemWithPictures)
  return [
    ...uploads,
    prepareSave(root, itemWithPictures),
    ...prepareImages(root, itemId),
    ...preparePages(root, toPublicNumber('art', itemWithPictures)),
    await prepareQuestions(root),
  ]
}

async function prepareUploads(root: Client, itemId: number): Promise<Attack[]> {
  const uploads: Attack[] = []
  for (const [format, createFile] of Object.entries(largestPictures)) {
    const file = await createFile()
    uploads.push({
      title: `media.addPicture, ${format}`,
      send: () => root.send(api.media.addPicture, { body: { itemId }, file }),
    })
  }
  return uploads
}

async function addManyPictures(root: Client, itemId: number): Promise<void> {
  for (let index = 0; index < itemPictureLimits.pictures; index++) {
    const file = await createPictureFile(createPlainPicture(1, 1 + index).png())
    await root.call(api.media.addPicture, { body: { itemId }, file })
  }
}

/** Saves the longest details of many pictures, in reverse order. */
function prepareSave(root: Client, itemId: number): Attack {
  const credit = createNastyText(itemPictureLimits.credit)
  const alt = createNastyText(itemPictureLimits.alt)
  return {
    title: `media.savePictures, ${itemPictureLimits.pictures} of them`,
    async send() {
      const { version, pictures } = await readItem(root, itemId)
      const details = pictures.map(({ name, kind, licence }) => ({
        name,
        kind,
        licence,
        credit,
        public: true,
        alt: { fr: alt, de: alt, en: alt },
      }))
      return root.send(api.media.savePictures, {
        body: { itemId, version, pictures: details.toReversed() },
      })
    },
  }
}

/** Requests images of the item's first picture. */
const prepareImages = (root: Client, itemId: number): Attack[] =>
  [
    '/full/max/0/default.jpg',
    '/full/max/90/gray.png',
    '/5000,5000,2400,2400/max/!180/default.webp',
  ].map((path) => ({
    title: `/iiif/3/:name${path}`,
    send: async () =>
      root.fetch(`/iiif/3/${(await readItem(root, itemId)).pictures[0]?.name}${path}`),
  }))

const readItem = (root: Client, id: number) => root.call(api.inventory.details, { params: { id } })

function preparePages(root: Client, number: number): Attack[] {
  const paths = [
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
  ]
  const question = new URLSearchParams({ question: createNastyText(280) })
  return [
    ...paths.map((path) => ({ title: path, send: () => root.fetch(path) })),
    {
      title: `/ask/art/${number}`,
      send: () => root.fetch(`/ask/art/${number}`, { method: 'POST', body: question }),
    },
  ]
}

async function prepareQuestions(root: Client): Promise<Attack> {
  const context = createNastyExampleContext(root, nastyTexts['full stops'])
  const number = toPublicNumber('art', await context.newItem('art'))
  return {
    title: fullStopsTitle,
    async send() {
      const pages = labelLanguages.map((lang) => root.fetch(`/ask/art/${number}?lang=${lang}`))
      return (await Promise.all(pages))[0] as Response
    },
  }
}
