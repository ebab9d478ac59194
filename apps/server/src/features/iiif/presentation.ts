import { type ItemType, inventoryTypes, perType, toPublicNumber } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { NegotiableAnswer } from '../../http/finished.ts'
import { finishLinkedJson, type LinkedJson } from '../../http/linked-json.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { lidoPath, linkedArtPath, manifestPath, publicListReader } from '../factsheets/index.ts'
import {
  formatWithUnit,
  type LocalizedText,
  type ObjectRecord,
  publicRecordReader,
  type RecordPicture,
} from '../object-record/index.ts'
import { getMaxServedSize } from './image-request.ts'
import { listScaledSizes } from './images.ts'

/** Serves items and museums by the IIIF Presentation API; null unless the collection is open. */
export const presentationService = ({ db, publicUrl, config, get }: Context) => {
  const [records, lists] = [get(publicRecordReader), get(publicListReader)]
  const readCachedManifest = cachePerRevision<LinkedJson | null>({
    db,
    revisionNames: ['items', 'attributes'],
    sizeOf: (manifest) => manifest?.bytes ?? 0,
  })
  const collectionCaches = perType('{type}', (type) =>
    cachePerRevision<LinkedJson>({ db, revisionNames: [type], max: 1 }),
  )

  return {
    /** Returns the manifest of an item; null if it is not public or has no pictures. */
    async getManifest(type: ItemType, number: number): Promise<NegotiableAnswer | null> {
      if (!config.openCollection) return null
      return readCachedManifest([publicUrl(), type, number].join(' '), async () => {
        const record = await records.findByNumber(type, number)
        const manifest = record && toManifest(record, publicUrl())
        return manifest && finishLinkedJson(manifest)
      })
    },

    /** Returns the list of a museum's manifests. */
    async getCollection(type: ItemType): Promise<NegotiableAnswer | null> {
      if (!config.openCollection) return null
      return collectionCaches[type](publicUrl(), async () => {
        const entries = (await lists.listEntries(type)).filter(({ picture }) => picture !== null)
        return finishLinkedJson(toCollection(type, entries, config.foundation.name, publicUrl()))
      })
    },
  }
}

export type PresentationService = ReturnType<typeof presentationService>

const presentationContext = 'http://iiif.io/api/presentation/3/context.json'

/** Texts by language; 'none' has those without a known language. */
type LanguageMap = Readonly<Record<string, readonly string[]>>

export const collectionPath = (type: ItemType): string =>
  `/iiif/collection${inventoryTypes[type].start}`

const labels = {
  identifier: { en: ['Identifier'], de: ['Inventarnummer'], fr: ['Numéro d’inventaire'] },
  credit: { en: ['Credit'], de: ['Nachweis'], fr: ['Crédit'] },
} as const

/** Converts a record to a Manifest; null without pictures, because a Manifest needs a Canvas. */
function toManifest(record: ObjectRecord, site: string) {
  const id = `${site}${manifestPath(record.type, record.number)}`
  const [firstPicture] = record.pictures
  if (!firstPicture) return null

  const commonLicence = findCommonLicence(record.pictures)
  return {
    '@context': presentationContext,
    id,
    type: 'Manifest' as const,
    label: toLanguageMap(record.names),
    ...(record.descriptions.length > 0 && {
      summary: toLanguageMap(record.descriptions, escapeMarkup),
    }),
    metadata: toMetadata(record),
    requiredStatement: toRequiredStatement([
      record.foundation,
      ...new Set(record.pictures.map(({ credit }) => credit)),
    ]),
    ...(commonLicence && { rights: commonLicence }),
    provider: [toProvider(record.type, record.foundation, site)],
    homepage: [toWebPage(record.page, toLanguageMap(record.names))],
    seeAlso: listDatasets(record, site),
    thumbnail: [toThumbnail(firstPicture)],
    partOf: [
      {
        id: `${site}${collectionPath(record.type)}`,
        type: 'Collection' as const,
        label: { none: [inventoryTypes[record.type].museum] },
      },
    ],
    // Several pictures show the same object; they are not the pages of a book.
    ...(record.pictures.length > 1 && { behavior: ['individuals' as const] }),
    items: record.pictures.map((picture, index) => toCanvas(picture, index, id)),
  }
}

/** Address of the licence that all pictures have; undefined if they differ. */
function findCommonLicence(pictures: readonly RecordPicture[]): string | undefined {
  const [licence, ...otherLicences] = new Set(pictures.map((picture) => picture.licence?.uri))
  return otherLicences.length === 0 ? licence : undefined
}

/** Labels and values of the identifier and the attributes. */
const toMetadata = (record: ObjectRecord) => [
  { label: labels.identifier, value: { none: [escapeMarkup(record.identifier)] } },
  ...record.attributes.map((attribute) => ({
    label: toLanguageMap(attribute.labels),
    value: toLanguageMap(
      attribute.values.map((value) => ({ ...value, text: formatWithUnit(attribute, value) })),
      escapeMarkup,
    ),
  })),
]

/** The record in other formats. */
const listDatasets = ({ type, number }: ObjectRecord, site: string) => [
  {
    id: `${site}${lidoPath(type, number)}`,
    type: 'Dataset' as const,
    format: 'application/xml',
    label: { none: ['LIDO'] },
    profile: 'http://www.lido-schema.org',
  },
  {
    id: `${site}${linkedArtPath(type, number)}`,
    type: 'Dataset' as const,
    format: 'application/ld+json',
    label: { none: ['Linked Art'] },
    profile: 'https://linked.art/ns/v1/linked-art.json',
  },
]

/** Converts a picture to a Canvas with a single image, labelled with its number if it has no text. */
function toCanvas(picture: RecordPicture, index: number, manifestId: string) {
  const { name, width, height, alt, licence, credit } = picture
  const id = `${manifestId}/canvas/${name}`
  const service = toService(picture)
  return {
    id,
    type: 'Canvas' as const,
    label: alt.length > 0 ? toLanguageMap(alt) : { none: [`${index + 1}`] },
    width,
    height,
    thumbnail: [toThumbnail(picture)],
    ...(licence && { rights: licence.uri }),
    ...(credit && { requiredStatement: toRequiredStatement([credit]) }),
    items: [
      {
        id: `${id}/page`,
        type: 'AnnotationPage' as const,
        items: [
          {
            id: `${id}/image`,
            type: 'Annotation' as const,
            motivation: 'painting' as const,
            target: id,
            body: {
              id: picture.full,
              type: 'Image' as const,
              format: 'image/jpeg',
              ...getMaxServedSize(picture),
              service: [service],
            },
          },
        ],
      },
    ],
  }
}

const toService = ({ image }: RecordPicture) => ({
  id: image,
  type: 'ImageService3' as const,
  profile: 'level2',
})

/** Links to the smallest size in the picture's image information, because only those are cached. */
function toThumbnail(picture: RecordPicture) {
  const { width, height } = picture
  const [smallestSize = { width, height }] = listScaledSizes({ width, height })
  const service = toService(picture)
  const sizeParameter =
    smallestSize.width === width ? 'max' : `${smallestSize.width},${smallestSize.height}`
  return {
    id: `${service.id}/full/${sizeParameter}/0/default.jpg`,
    type: 'Image' as const,
    format: 'image/jpeg',
    ...smallestSize,
    service: [service],
  }
}

const toMuseumPage = (type: ItemType, site: string) =>
  toWebPage(`${site}${inventoryTypes[type].start}`, { none: [inventoryTypes[type].museum] })

const toProvider = (type: ItemType, foundation: string, site: string) => ({
  id: site,
  type: 'Agent' as const,
  label: { none: [foundation] },
  homepage: [toMuseumPage(type, site)],
})

const toWebPage = (id: string, label: LanguageMap) => ({
  id,
  type: 'Text' as const,
  format: 'text/html',
  label,
})

const toRequiredStatement = (credits: readonly string[]) => ({
  label: labels.credit,
  value: { none: credits.filter(Boolean).map(escapeMarkup) },
})

function toLanguageMap(
  texts: readonly LocalizedText[],
  format = (text: string) => text,
): LanguageMap {
  const textsByLanguage = Map.groupBy(texts, ({ lang }) => lang || 'none')
  return Object.fromEntries(
    [...textsByLanguage].map(([lang, group]) => [lang, group.map(({ text }) => format(text))]),
  )
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text that begins with < and ends with >: viewers parse it as HTML. */
const markupPattern = /^\s*<[\s\S]*>\s*$/

/** Shows a text that would be parsed as HTML literally, within an element of its own. */
const escapeMarkup = (text: string): string =>
  markupPattern.test(text)
    ? `<span>${text.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? '')}</span>`
    : text

interface CollectionEntry {
  readonly id: number
  readonly name: string
  readonly identifier: string
}

/** Lists the Manifests of a museum's items with pictures. */
const toCollection = (
  type: ItemType,
  entries: readonly CollectionEntry[],
  foundation: string,
  site: string,
) => ({
  '@context': presentationContext,
  id: `${site}${collectionPath(type)}`,
  type: 'Collection' as const,
  label: { none: [inventoryTypes[type].museum] },
  provider: [toProvider(type, foundation, site)],
  homepage: [toMuseumPage(type, site)],
  items: entries.map(({ id, name, identifier }) => ({
    id: `${site}${manifestPath(type, toPublicNumber(type, id))}`,
    type: 'Manifest' as const,
    label: { none: [name.trim() || identifier] },
  })),
})
