import { designTokens, inventoryTypes, type ReportPdfRequest } from '@vitrine/contract'
import { marked, type Token, type Tokens } from 'marked'
import { getLineLength, measureParagraphs } from '../../adapters/pdf/fit.ts'
import type { Paper } from '../../adapters/pdf/papers.ts'
import { toPrintable, toPrintableLine } from '../../adapters/pdf/printable.ts'

export interface ReportInput {
  readonly report: ReportPdfRequest
  readonly foundation: string
}

const titles = { en: 'Report', de: 'Bericht', fr: 'Rapport' } as const satisfies Record<
  ReportPdfRequest['lang'],
  string
>

/** Lays out a report as it looks on the screen. */
export function layOutReportPaper({
  report: { report, startDate, endDate, lang },
  foundation,
}: ReportInput): Paper {
  const blocks = parseBlocks(report)
  const time = formatDateRange(lang, startDate, endDate)
  const startsWithTitle = blocks.find((block) => block.kind === 'heading')?.level === 1
  return {
    template: 'report',
    // As many as the content takes.
    pages: null,
    data: {
      title: `${titles[lang]}: ${time}`,
      author: foundation,
      lang,
      look: { ...designTokens.light, accent: inventoryTypes.car.accent.light },
      foundation: toPrintableLine(foundation),
      time,
      // The template then adds a title, as a heading of level 1.
      needsTitle: !startsWithTitle,
      blocks: closeHeadingGaps(blocks, startsWithTitle ? 0 : 1),
    },
  }
}

/** Limits each heading to one level below the previous one, for screen readers. */
function closeHeadingGaps(blocks: readonly Block[], levelBefore: number): Block[] {
  let level = levelBefore
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block
    level = Math.min(block.level, level + 1)
    return { ...block, level }
  })
}

const formatDateRange = (lang: ReportPdfRequest['lang'], from: string, to: string): string =>
  new Intl.DateTimeFormat(`${lang}-CH`, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).formatRange(new Date(from), new Date(to))

/** Words in one style. */
interface Run {
  readonly text: string
  readonly bold: boolean
  readonly italic: boolean
}

type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly Run[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | ListItem
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Run[])[])[] }
  | { readonly kind: 'rule' }

// Per passage, because the parser takes quadratic time for markup characters and lines.
const maxMarkupCharacters = 2_000
const maxLines = 2_000
// Each block takes memory while it is set.
const maxBlocks = 4_000

interface ListItem {
  readonly kind: 'item'
  readonly depth: number
  /** A bullet or a number; empty for further paragraphs of an item. */
  readonly mark: string
  /** Width of the mark in millimetres; lists may be numbered by years. */
  readonly room: number
  readonly runs: readonly Run[]
}

/** Parses the Markdown of a report. A text too complex to parse becomes plain paragraphs. */
export function parseBlocks(markdown: string): Block[] {
  const passages = markdown.split(/\n[^\S\n]*\n/)
  if (passages.some(isTooComplex)) return toPlainParagraphs(passages)
  try {
    const parsed = marked.lexer(markdown).flatMap((token) => toBlocks(token, 0))
    return parsed.length > maxBlocks ? toPlainParagraphs(passages) : parsed
  } catch (error) {
    // Lists nested thousands of levels deep overflow the stack.
    if (error instanceof RangeError) return toPlainParagraphs(passages)
    throw error
  }
}

const markupCharacters = /[*_~`[!]/g

const isTooComplex = (passage: string): boolean =>
  (passage.match(markupCharacters)?.length ?? 0) > maxMarkupCharacters ||
  (passage.match(/\n/g)?.length ?? 0) > maxLines

const plainStyle = { bold: false, italic: false }

const toPlainParagraphs = (passages: readonly string[]): Block[] =>
  (passages.length > maxBlocks ? [passages.join('\n\n')] : passages)
    .map((passage) => passage.trim())
    .filter((passage) => passage !== '')
    .map((passage) => ({ kind: 'paragraph', runs: [toTextRun(passage, plainStyle)] }))

/** The template has styles for three levels. */
const maxHeadingLevel = 3

function toBlocks(token: Token, depth: number): Block[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'heading': {
      const runs = toRuns(token.tokens ?? [], plainStyle)
      // PDF/UA does not allow empty headings.
      if (runs.every(({ text }) => text.trim() === '')) return []
      return [{ kind: 'heading', level: Math.min(token.depth, maxHeadingLevel), runs }]
    }
    case 'list':
      return toListItems(token as Tokens.List, depth)
    case 'blockquote':
      return (token.tokens ?? []).flatMap((inner) => toBlocks(inner, depth))
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [
        {
          kind: 'table',
          rows: [header, ...rows].map((row) => row.map(({ tokens }) => toRuns(tokens, plainStyle))),
        },
      ]
    }
    case 'hr':
      return [{ kind: 'rule' }]
    default: {
      const runs =
        'tokens' in token && token.tokens
          ? toRuns(token.tokens, plainStyle)
          : [toTextRun(getTokenText(token), plainStyle)]
      return [{ kind: 'paragraph', runs }]
    }
  }
}

function toListItems({ items, ordered, start }: Tokens.List, depth: number): Block[] {
  return items.flatMap(({ tokens }, index) => {
    const mark = ordered ? `${Number(start || 1) + index}.` : '•'
    const room = measureMark(mark)
    const content = tokens.filter(({ type }) => type !== 'space' && type !== 'checkbox')
    const [first, ...others] = content
    const startsWithText = first?.type === 'text' || first?.type === 'paragraph'
    const runs = startsWithText && 'tokens' in first ? toRuns(first.tokens ?? [], plainStyle) : []
    const otherTokens = startsWithText ? others : content
    return [
      { kind: 'item' as const, depth, mark, room, runs },
      ...otherTokens
        .flatMap((inner) => toBlocks(inner, depth + 1))
        // Paragraphs of an item are aligned with its first words.
        .map((block) =>
          block.kind === 'paragraph'
            ? { ...block, kind: 'item' as const, depth, mark: '', room }
            : block,
        ),
    ]
  })
}

// In points, as in the template `report.typ`.
const typeSize = 11
// In millimetres: bullets and short numbers all have this width, the space after them included.
const minMarkWidth = 6
const spaceAfterMark = 1

const measureMark = (mark: string) =>
  Math.max(
    minMarkWidth,
    getLineLength(measureParagraphs([mark], 'serif'), typeSize) + spaceAfterMark,
  )

type Style = Pick<Run, 'bold' | 'italic'>

function toRuns(tokens: readonly Token[], style: Style): Run[] {
  return tokens.flatMap((token) => {
    if (token.type === 'br') return [toTextRun('\n', style)]
    const inner = {
      bold: style.bold || token.type === 'strong',
      italic: style.italic || token.type === 'em',
    }
    return 'tokens' in token && token.tokens
      ? toRuns(token.tokens, inner)
      : [toTextRun(getTokenText(token), inner)]
  })
}

const getTokenText = (token: Token): string => ('text' in token ? String(token.text) : token.raw)

const toTextRun = (text: string, style: Style): Run => ({ text: toPrintable(text), ...style })
