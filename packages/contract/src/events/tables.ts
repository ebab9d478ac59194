import { toPlainText } from './plain-text.ts'

// Whatever is no tag in well-formed HTML has its '<' escaped, so every one of them is looked at once.
const markup = /<(\/?)([a-z][a-z0-9]*)[^"<>]*(?:"[^"]*"[^"<>]*)*>/gi
const blocks =
  /^(?:address|article|aside|blockquote|br|d[dlt]|div|fig(?:ure|caption)|footer|h[1-6r]|header|li|main|nav|[ou]l|p|pre|section)$/
const betweenCells = ' · '

interface OpenTable {
  readonly before: string
  readonly rows: string[][]
}

/**
 * Tables as lines of text: a row on each, its filled cells apart from each other. A table of one column, which is
 * often only a frame, leaves what is in it as blocks. Takes well-formed HTML.
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
    if (table) text = table.before + linesOf(table.rows)
  }

  for (const tag of html.matchAll(markup)) {
    text += html.slice(end, tag.index)
    end = tag.index + tag[0].length
    const [all, slash, given = ''] = tag
    const name = given.toLowerCase()
    if (name === 'table') {
      if (!slash) tables.push({ before: text, rows: [[]] })
      text = slash ? text : ''
      if (slash) endTable()
    } else if (tables.length === 0) {
      text += strayCells[`${slash}${name}`] ?? all
    } else if (name === 'tr' || name === 'caption') {
      // Words between the cells keep their place, but not their markup: it may end in another cell.
      endCell(slash && name === 'caption' ? text : withoutMarkup(text))
      tables.at(-1)?.rows.push([])
    } else if (name === 'td' || name === 'th') {
      endCell(slash ? text : withoutMarkup(text))
    } else {
      text += all
    }
  }
  text += html.slice(end)
  while (tables.length > 0) endTable()
  return text
}

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

function linesOf(rows: readonly string[][]): string {
  const filled = rows.filter((cells) => cells.length > 0)
  if (filled.length === 0) return ''
  if (filled.every((cells) => cells.length === 1))
    return filled.map(([cell]) => `<div>${cell}</div>`).join('')
  return `<p>${filled.map((cells) => cells.map(asOneLine).join(betweenCells)).join('<br />')}</p>`
}

const asOneLine = (cell: string) =>
  cell
    .replaceAll(markup, (tag, _slash, name: string) =>
      blocks.test(name.toLowerCase()) ? ' ' : tag,
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
