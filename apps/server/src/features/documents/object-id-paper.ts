import { designTokens, inventoryTypes, languageNames, type PictureKind } from '@vitrine/contract'
import type { Paper } from '../../adapters/pdf/papers.ts'
import { toPrintable, toPrintableLine } from '../../adapters/pdf/printable.ts'
import type { ObjectRecord } from '../object-record/index.ts'
import { fitWithin } from './sheet.ts'

export interface ObjectIdCategory {
  readonly category: string
  readonly entries: readonly string[]
}

export interface ObjectIdPicture {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly kind: PictureKind
  readonly credit: string
  readonly alt: string
}

export interface ObjectIdInput {
  readonly record: ObjectRecord
  readonly categories: readonly ObjectIdCategory[]
  /** The pictures on the paper. */
  readonly pictures: readonly ObjectIdPicture[]
  /** Includes the pictures that are left out. */
  readonly pictureCount: number
  /** The day of printing. */
  readonly day: string
}

const emptyLine = /\n\s*\n/

// In millimetres; two pictures fit beside each other.
const pictureBox = { width: 84, height: 70 }

export const toObjectIdPictureName = (index: number): string => `picture-${index + 1}`

/**
 * Lays out an item by Object ID, the standard by which museums, police and insurers identify
 * objects.
 */
export function layOutObjectIdPaper({
  record,
  categories,
  pictures,
  pictureCount,
  day,
}: ObjectIdInput): Paper {
  const { museum, accent, mark } = inventoryTypes[record.type]
  const [{ text: name }] = record.names
  return {
    template: 'object-id',
    // As many as the content takes.
    pages: null,
    data: {
      title: `Object ID: ${record.identifier} ${name}`.toWellFormed(),
      author: record.foundation,
      lang: 'en',
      look: { ...designTokens.light, accent: accent.light },
      museum,
      mark,
      foundation: toPrintableLine(record.foundation),
      number: toPrintableLine(record.identifier),
      name: toPrintableLine(name),
      day,
      pictures: pictures.map((picture, index) => ({
        ...fitWithin(picture, pictureBox.width, pictureBox.height),
        name: toObjectIdPictureName(index),
        alt: toPrintableLine(picture.alt || `${picture.kind}: ${name}`),
        caption: toPrintableLine([picture.kind, picture.credit].filter(Boolean).join(' · ')),
      })),
      omittedPictureCount: pictureCount - pictures.length,
      rows: categories.map(({ category, entries }) => ({
        category,
        entries: entries.map(toPrintable),
      })),
      descriptions: selectDescriptions(record).map(({ text, lang }, index) => ({
        paragraphs: toPrintable(text).split(emptyLine),
        lang: lang || 'en',
        // Only translations are headed by their language.
        language: index > 0 && lang ? languageNames[lang] : '',
      })),
    },
  }
}

/** The original description and, if it is in another language, the English one. */
const selectDescriptions = ({ descriptions }: ObjectRecord) =>
  descriptions.filter(({ lang }, index) => index === 0 || lang === 'en')
