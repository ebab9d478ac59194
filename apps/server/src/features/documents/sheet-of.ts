import {
  type Attribute,
  type AttributeRow,
  altIn,
  inLanguage,
  type LabelLanguage,
  licences,
  type PaperLanguages,
  type PublicPicture,
  publicRows,
  readRows,
} from '@vitrine/contract'
import { languageByCode, pictureRights, textNotes } from '@vitrine/pages'
import { addressOf, type VisitorItem } from '../factsheets/index.ts'
import type { Sheet, SheetPicture } from './sheet.ts'

// Apart from what the process that sets papers loads: it would start with all of the server.

/** `catalogue` holds the attributes of the item's type that visitors see. */
export function sheetOf(
  item: VisitorItem,
  catalogue: readonly Attribute[],
  site: string,
  [lang, otherLang]: PaperLanguages,
): Sheet {
  const sheet = sheetIn(item, catalogue, site, lang)
  if (!otherLang) return sheet
  const other = sheetIn(item, catalogue, site, otherLang)
  // Where one of them is missing, both are the original.
  if (other.description === sheet.description)
    return { ...sheet, notes: sheet.notes.length > 0 ? sheet.notes : other.notes }
  return {
    ...sheet,
    name: both(sheet.name, other.name),
    // A title that one of the names says already is not said again.
    rows: sheet.rows
      .filter(({ isOriginal, value }) => !isOriginal || value !== other.name)
      .map((row) => bothRows(row, other.rows)),
    musicRows: sheet.musicRows.map((row) => bothRows(row, other.musicRows)),
    notes: [...sheet.notes, ...other.notes],
    second: {
      description: other.description,
      language: other.language,
      without: { ...sheet, notes: [...sheet.notes, languageByCode(otherLang)] },
    },
  }
}

function sheetIn(item: VisitorItem, catalogue: readonly Attribute[], site: string, lang?: LabelLanguage): Sheet {
  const { id, type_name: type } = item
  const [picture = null, ...others] = item.pictures
  const spoken = lang ?? (item.language || 'en')
  const shown = ({ name, width, height, alt, credit, licence }: PublicPicture): SheetPicture => ({
    name,
    width,
    height,
    alt: altIn(alt, spoken)?.text ?? '',
    rights: pictureRights(spoken, credit, licence && licences[licence].label),
  })
  const another = others.find(({ kind }) => kind === 'view' || kind === 'detail')
  const read = lang && inLanguage(item, lang, catalogue)
  const { name, description, tags } = read ?? item
  return {
    id,
    type,
    name,
    description,
    language: read ? (read.languages.description ?? '') : item.language,
    ...(read ? readRows(item, read, lang, catalogue) : publicRows(catalogue, tags)),
    notes: read ? textNotes(read, lang) : [],
    url: addressOf(site, type, id),
    picture: picture && shown(picture),
    another: another ? shown(another) : null,
  }
}

// A paragraph is not set twice in the room of a line.
const longestOfTwo = 60

const both = (one: string, other: string): string =>
  other === '' || one === other || one.length + other.length > longestOfTwo ? one : `${one} / ${other}`

function bothRows(row: AttributeRow, others: readonly AttributeRow[]): AttributeRow {
  const other = others.find(({ key }) => key === row.key) ?? row
  return { ...row, label: both(row.label, other.label), value: both(row.value, other.value) }
}
