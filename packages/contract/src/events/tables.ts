import { toPlainText } from './plain-text.ts'

// In well-formed HTML every unescaped '<' starts a tag.
const markup = /<(\/?)([a-z][a-z0-9]*)[^"<>]*(?:"[^"]*"[^"<>]*)*>/gi
const blocks =
  /^(?:address|article|aside|blockquote|br|d[dlt]|div|fig(?:ure|caption)|footer|h[1-6r]|header|li|main|nav|[ou]l|p|pre|section)$/
const cellSeparator = ' · '

interface OpenTable {
  /** The HTML in front of the table. */
  readonly before: string
  readonly rows: string[][]
}

/**
 * Converts the tables in well-formed HTML into lines of text, one per row, with its non-empty cells
 * separated by dots. A table with a single column is often only a frame: its cells become blocks.
 */
export function flattenTables(html: string): string {
  const tables: OpenTable[] = []
  let text = ''
  let end = 0
  const endCell = (cell: string) => {
    if (toPlainText(cell) !== '') tables.at(-1)?.rows.at(-1)?.push(cell)
    text = ''
  }
  const endTable = () => {
    const table = tables.pop()
    if (table) text = table.before + renderRows(table.rows)
  }

  for (const tag of html.matchAll(markup)) {
    text += html.slice(end, tag.index)
    end = tag.index + tag[0].length
    const [source, slash, tagName = ''] = tag
    const name = tagName.toLowerCase()
    if (name === 'table') {
      if (!slash) tables.push({ before: text, rows: [[]] })
      text = slash ? text : ''
      if (slash) endTable()
    } else if (tables.length === 0) {
      text += strayCells[`${slash}${name}`] ?? source
    } else if (name === 'tr' || name === 'caption') {
      // Keeps stray text between cells, but not its markup, which may be closed in another cell.
      endCell(slash && name === 'caption' ? text : withoutMarkup(text))
      tables.at(-1)?.rows.push([])
    } else if (name === 'td' || name === 'th') {
      endCell(slash ? text : withoutMarkup(text))
    } else {
      text += source
    }
  }
  text += html.slice(end)
  while (tables.length > 0) endTable()
  return text
}

/** Replacements for table tags outside a table. */
const strayCells: Record<string, string> = {
  tr: '<div>',
  '/tr': '</div>',
  td: ' ',
  '/td': ' ',
  th: ' ',
  '/th': ' ',
  caption: '<div>',
  '/caption': '</div>',
}

const withoutMarkup = (html: string) => html.replaceAll(markup, '')

function renderRows(rows: readonly string[][]): string {
  const filledRows = rows.filter((cells) => cells.length > 0)
  if (filledRows.length === 0) return ''
  if (filledRows.every((cells) => cells.length === 1))
    return filledRows.map(([cell]) => `<div>${cell}</div>`).join('')

  return `<p>${filledRows.map((cells) => cells.map(toSingleLine).join(cellSeparator)).join('<br />')}</p>`
}

const toSingleLine = (cell: string) =>
  cell
    .replaceAll(markup, (tag, _slash, name: string) =>
      blocks.test(name.toLowerCase()) ? ' ' : tag,
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
