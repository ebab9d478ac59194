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
import { maxServedSize } from './image-request.ts'
import { listScaledSizes } from './images.ts'

/** Items and museums by the Presentation API; nothing where the collection is not open. */
export const presentationService = ({ db, publicUrl, config, get }: Context) => {
  const [records, lists] = [get(publicRecordReader), get(publicListReader)]
  const manifests = cachePerRevision<LinkedJson | null>({
    db,
    names: ['items', 'attributes'],
    sizeOf: (manifest) => manifest?.bytes ?? 0,
  })
  const collections = perType('{type}', (type) =>
    cachePerRevision<LinkedJson>({ db, names: [type], max: 1 }),
  )

  return {
    async manifest(type: ItemType, number: number): Promise<NegotiableAnswer | null> {
      if (!config.openCollection) return null
      return manifests([publicUrl(), type, number].join(' '), async () => {
        const record = await records.findByNumber(type, number)
        const manifest = record && toManifest(record, publicUrl())
        return manifest && finishLinkedJson(manifest)
      })
    },

    async collection(type: ItemType): Promise<NegotiableAnswer | null> {
      if (!config.openCollection) return null
      return collections[type](publicUrl(), async () => {
        const entries = (await lists.listEntries(type))
          .filter(({ picture }) => picture !== null)
          .map((entry) => ({ ...entry, number: toPublicNumber(type, entry.id) }))
        return finishLinkedJson(toCollection(type, entries, config.foundation.name, publicUrl()))
      })
    },
  }
}

export type PresentationService = ReturnType<typeof presentationService>

const presentationContext = 'http://iiif.io/api/presentation/3/context.json'

/**
 * A text in the languages that it has; under 'none' when the language is unknown, or where it has
 * none.
 */
type LanguageMap = Readonly<Record<string, readonly string[]>>

export const collectionPath = (type: ItemType): string =>
  `/iiif/collection${inventoryTypes[type].start}`

const words = {
  identifier: { en: ['Identifier'], de: ['Inventarnummer'], fr: ['Numéro d’inventaire'] },
  credit: { en: ['Credit'], de: ['Nachweis'], fr: ['Crédit'] },
} as const

/** The Manifest of an item; null without a picture, because it needs a canvas. */
function toManifest(record: ObjectRecord, site: string) {
  const id = `${site}${manifestPath(record.type, record.number)}`
  const [first] = record.pictures
  if (!first) return null
  const { museum } = inventoryTypes[record.type]
  const rights = new Set(record.pictures.map(({ licence }) => licence?.uri))
  const [common] = rights
  return {
    '@context': presentationContext,
    id,
    type: 'Manifest' as const,
    label: inLanguages(record.names),
    ...(record.descriptions.length > 0 && { summary: inLanguages(record.descriptions, asText) }),
    metadata: [
      { label: words.identifier, value: { none: [asText(record.identifier)] } },
      ...record.attributes.map((attribute) => ({
        label: inLanguages(attribute.labels),
        value: inLanguages(
          attribute.values.map((value) => ({ ...value, text: formatWithUnit(attribute, value) })),
          asText,
        ),
      })),
    ],
    requiredStatement: credited([
      record.foundation,
      ...new Set(record.pictures.map(({ credit }) => credit)),
    ]),
    ...(rights.size === 1 && common && { rights: common }),
    provider: [providerOf(record.type, record.foundation, site)],
    homepage: [pageAt(record.page, inLanguages(record.names))],
    seeAlso: [
      dataAt(
        `${site}${lidoPath(record.type, record.number)}`,
        'application/xml',
        'LIDO',
        'http://www.lido-schema.org',
      ),
      dataAt(
        `${site}${linkedArtPath(record.type, record.number)}`,
        'application/ld+json',
        'Linked Art',
        'https://linked.art/ns/v1/linked-art.json',
      ),
    ],
    thumbnail: [thumbnailOf(first)],
    partOf: [
      {
        id: `${site}${collectionPath(record.type)}`,
        type: 'Collection' as const,
        label: { none: [museum] },
      },
    ],
    ...(record.pictures.length > 1 && { behavior: ['individuals' as const] }),
    items: record.pictures.map((picture, index) => toCanvas(picture, index, id)),
  }
}

function toCanvas(picture: RecordPicture, index: number, manifest: string) {
  const { name, width, height, alt, licence, credit } = picture
  const id = `${manifest}/canvas/${name}`
  const service = serviceOf(picture)
  return {
    id,
    type: 'Canvas' as const,
    label: alt.length > 0 ? inLanguages(alt) : { none: [`${index + 1}`] },
    width,
    height,
    thumbnail: [thumbnailOf(picture)],
    ...(licence && { rights: licence.uri }),
    ...(credit && { requiredStatement: credited([credit]) }),
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
              ...maxServedSize(picture),
              service: [service],
            },
          },
        ],
      },
    ],
  }
}

const serviceOf = ({ image }: RecordPicture) => ({
  id: image,
  type: 'ImageService3' as const,
  profile: 'level2',
})

/** The smallest size that the picture's information names: it is cached. */
function thumbnailOf(picture: RecordPicture) {
  const { width, height } = picture
  const [size = { width, height }] = listScaledSizes({ width, height })
  const service = serviceOf(picture)
  const written = size.width === width ? 'max' : `${size.width},${size.height}`
  return {
    id: `${service.id}/full/${written}/0/default.jpg`,
    type: 'Image' as const,
    format: 'image/jpeg',
    ...size,
    service: [service],
  }
}

const museumPage = (type: ItemType, site: string) =>
  pageAt(`${site}${inventoryTypes[type].start}`, { none: [inventoryTypes[type].museum] })

const providerOf = (type: ItemType, foundation: string, site: string) => ({
  id: site,
  type: 'Agent' as const,
  label: { none: [foundation] },
  homepage: [museumPage(type, site)],
})

const dataAt = (id: string, format: string, label: string, profile: string) => ({
  id,
  type: 'Dataset' as const,
  format,
  label: { none: [label] },
  profile,
})

const pageAt = (id: string, label: LanguageMap) => ({
  id,
  type: 'Text' as const,
  format: 'text/html',
  label,
})

const credited = (credits: readonly string[]) => ({
  label: words.credit,
  value: { none: credits.filter(Boolean).map(asText) },
})

function inLanguages(texts: readonly LocalizedText[], write = (text: string) => text): LanguageMap {
  const byLanguage = Map.groupBy(texts, ({ lang }) => lang || 'none')
  return Object.fromEntries(
    [...byLanguage].map(([lang, written]) => [lang, written.map(({ text }) => write(text))]),
  )
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Viewers parse a text between < and > as HTML: escape it. */
const asText = (text: string): string =>
  /^\s*<[\s\S]*>\s*$/.test(text)
    ? `<span>${text.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? '')}</span>`
    : text

interface CollectionEntry {
  readonly id: number
  readonly number: number
  readonly name: string
  readonly identifier: string
}

/** The Collection of a museum: the manifests of all its items that have a picture. */
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
  provider: [providerOf(type, foundation, site)],
  homepage: [museumPage(type, site)],
  items: entries.map(({ number, name, identifier }) => ({
    id: `${site}${manifestPath(type, number)}`,
    type: 'Manifest' as const,
    label: { none: [name.trim() || identifier] },
  })),
})
