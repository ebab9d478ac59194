import { look, type ReportPaper } from '@vitrine/contract'
import type { Paper, Papers } from '../../adapters/pdf/papers.ts'
import { printableLine } from '../../adapters/pdf/printable.ts'
import type { Finished } from '../../http/finished.ts'
import { madeToOrder } from './made-to-order.ts'
import { type Block, blocksOf } from './report-blocks.ts'
import type { SheetSource } from './sheets.ts'

interface Parts {
  readonly sheets: SheetSource
  readonly papers: Papers
}

export const reportPapers = ({ sheets, papers }: Parts) => ({
  async print(report: ReportPaper): Promise<Finished> {
    const pdf = await papers.render(reportPaper(report, sheets.house().foundation))
    return madeToOrder(pdf, `Report ${report.startDate} – ${report.endDate}.pdf`)
  },
})

export type ReportPapers = ReturnType<typeof reportPapers>

const words = { en: 'Report', de: 'Bericht', fr: 'Rapport' } as const satisfies Record<ReportPaper['lang'], string>

function reportPaper({ report, startDate, endDate, lang }: ReportPaper, foundation: string): Paper {
  const blocks = blocksOf(report)
  const time = timeText(lang, startDate, endDate)
  const begins = blocks.find((block) => block.kind === 'heading')?.level === 1
  return {
    template: 'report',
    pages: null,
    pictures: [],
    data: {
      title: `${words[lang]}: ${time}`,
      author: foundation,
      lang,
      look: { ...look.light, accent: look.car.light },
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
