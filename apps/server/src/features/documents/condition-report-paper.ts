import {
  type AssistantLanguage,
  type ConditionCheck,
  type ConditionPhoto,
  designTokens,
  inventoryTypes,
  type Occasion,
} from '@vitrine/contract'
import type { Paper } from '../../adapters/pdf/papers.ts'
import { toPrintable, toPrintableLine } from '../../adapters/pdf/printable.ts'
import type { ObjectRecord } from '../object-record/index.ts'
import { fitWithin } from './sheet.ts'
import { conditionWords, stocktakeWords } from './stocktake-paper.ts'

export interface ItemCondition {
  readonly record: ObjectRecord
  readonly picture: ConditionPhoto | undefined
  /** Latest first. */
  readonly checks: readonly ConditionCheck[]
}

export interface ConditionReport extends ItemCondition {
  /** The item's name, in the report's language like the labels and values of the facts. */
  readonly name: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** Whether checks or photos are left out. */
  readonly isShortened: boolean
}

export interface ConditionReportInput {
  readonly lang: AssistantLanguage
  /** The day of printing. */
  readonly day: string
  readonly reports: readonly ConditionReport[]
}

const words = {
  title: { en: 'Condition report', de: 'Zustandsprotokoll', fr: 'Constat d’état' },
  checks: { en: 'Condition checks', de: 'Zustandskontrollen', fr: 'Contrôles de l’état' },
  none: {
    en: 'No condition checks are recorded.',
    de: 'Es sind keine Zustandskontrollen erfasst.',
    fr: 'Aucun contrôle de l’état n’est enregistré.',
  },
  shortened: {
    en: 'The museum has records of further checks or photos.',
    de: 'Weitere Kontrollen oder Fotos sind beim Museum erfasst.',
    fr: 'Le musée conserve d’autres contrôles ou photos.',
  },
  photo: { en: 'Photo', de: 'Foto', fr: 'Photo' },
  remarks: { en: 'Remarks', de: 'Bemerkungen', fr: 'Remarques' },
  lender: { en: 'Lender', de: 'Leihgeber', fr: 'Prêteur' },
  borrower: { en: 'Borrower', de: 'Leihnehmer', fr: 'Emprunteur' },
  printed: { en: 'Printed on', de: 'Gedruckt am', fr: 'Imprimé le' },
}
const occasionWords: Record<Occasion, Record<AssistantLanguage, string>> = {
  inspection: { en: 'Inspection', de: 'Kontrolle', fr: 'Contrôle' },
  stocktake: { en: 'Stocktake', de: 'Inventur', fr: 'Récolement' },
  beforeLoan: { en: 'Before a loan', de: 'Vor einer Ausleihe', fr: 'Avant un prêt' },
  afterLoan: { en: 'After a loan', de: 'Nach einer Ausleihe', fr: 'Après un prêt' },
  treatment: { en: 'Treatment', de: 'Behandlung', fr: 'Traitement' },
}

/** Lays out condition reports, each on pages of its own, with lines for remarks and signatures. */
export const layOutConditionReport = ({ lang, day, reports }: ConditionReportInput): Paper => ({
  template: 'condition-report',
  // As many as the content takes.
  pages: null,
  data: {
    title:
      `${words.title[lang]}: ${reports.map(({ record }) => record.identifier).join(', ')}`.toWellFormed(),
    author: reports[0]?.record.foundation ?? '',
    lang,
    look: designTokens.light,
    words: Object.fromEntries(
      Object.entries(words).map(([key, translations]) => [key, translations[lang]]),
    ),
    day: formatDay(lang, day),
    sign: stocktakeWords.sign[lang],
    reports: reports.map((report) => layOutReport(report, lang)),
  },
})

type Frame = Pick<ConditionPhoto, 'width' | 'height'>
// In millimetres.
const pictureFrame = { width: 60, height: 60 }
// Two photos fit beside each other.
const photoFrame = { width: 84, height: 64 }

function layOutReport(report: ConditionReport, lang: AssistantLanguage) {
  const { record, picture, checks, facts, isShortened } = report
  const { museum, mark, accent } = inventoryTypes[record.type]
  const name = toPrintableLine(report.name)
  const toFramedPicture = (photo: ConditionPhoto, alt: string, { width, height }: Frame) => ({
    ...fitWithin(photo, width, height),
    name: photo.name,
    alt,
  })
  return {
    name,
    isShortened,
    museum,
    mark,
    accent: accent.light,
    foundation: toPrintableLine(record.foundation),
    line: toPrintableLine(`${record.identifier} · ${record.workType[lang]}`),
    number: toPrintableLine(record.identifier),
    pictures: picture ? [toFramedPicture(picture, name, pictureFrame)] : [],
    facts: facts.map(([label, value]) => [toPrintableLine(label), toPrintable(value)]),
    checks: checks.map(({ day, state, occasion, remark, first_name, last_name, photos }) => ({
      title: `${formatDay(lang, day)} – ${conditionWords[state][lang]}`,
      by: toPrintableLine(`${occasionWords[occasion][lang]} · ${first_name} ${last_name}`),
      remark: toPrintable(remark),
      photos: photos.map((photo, index) =>
        toFramedPicture(photo, `${words.photo[lang]} ${index + 1}: ${name}`, photoFrame),
      ),
    })),
  }
}

const formatDay = (lang: AssistantLanguage, day: string): string =>
  new Intl.DateTimeFormat(`${lang}-CH`, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
