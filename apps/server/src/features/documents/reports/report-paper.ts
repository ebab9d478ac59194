import { inventoryTypes, look, type ReportPaper } from '@vitrine/contract'
import type { Paper } from '../../../adapters/pdf/papers.ts'
import { printableLine } from '../../../adapters/pdf/printable.ts'
import { type Block, blocksOf } from './report-blocks.ts'

export interface ReportInput {
  readonly report: ReportPaper
  readonly foundation: string
}

const words = { en: 'Report', de: 'Bericht', fr: 'Rapport' } as const satisfies Record<ReportPaper['lang'], string>

/** A report as it stands on the screen. */
export function reportPaper({ report: { report, startDate, endDate, lang }, foundation }: ReportInput): Paper {
  const blocks = blocksOf(report)
  const time = timeText(lang, startDate, endDate)
  const begins = blocks.find((block) => block.kind === 'heading')?.level === 1
  return {
    template: 'report',
    pages: null,
    data: {
      title: `${words[lang]}: ${time}`,
      author: foundation,
      lang,
      look: { ...look.light, accent: inventoryTypes.car.accent.light },
      house: printableLine(foundation),
      time,
      needsTitle: !begins,
      blocks: withoutGaps(blocks, begins ? 0 : 1),
    },
  }
}

/** A heading is at most one step below the one before: those who listen to a page find their way by them. */
function withoutGaps(blocks: readonly Block[], top: number): Block[] {
  let before = top
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block
    before = Math.min(block.level, before + 1)
    return { ...block, level: before }
  })
}

const timeText = (lang: ReportPaper['lang'], from: string, to: string): string =>
  new Intl.DateTimeFormat(`${lang}-CH`, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).formatRange(new Date(from), new Date(to))
