import type { LabelLanguage } from '@vitrine/contract'
import { type Answer, answer, languageAsked, maxQuestion } from '@vitrine/guide'
import type { Fact, GuideAnswer, Said } from '@vitrine/pages'
import { chooseSources } from '../../adapters/models/from-sources.ts'
import type { LanguageModel } from '../../adapters/models/model.ts'
import { translateQuestion } from '../../adapters/models/translated-question.ts'
import { seconds } from '../../base/clock.ts'
import type { AskedItem } from './asked-items.ts'
import { toFact } from './shown-answer.ts'

const choosingTimeoutMs = seconds(8)
const translatingTimeoutMs = seconds(4)
/** The model writes for staff as well: visitors leave it a turn. */
const maxConcurrent = 2
const task =
  'A visitor stands before an object in a museum and asks about it. The lines are all that the museum tells about it.'

/**
 * What a language model does for visitors; null where the guide has to answer by itself. `spend`
 * takes one answer out of the day's budget, and is false once that is used up.
 */
export function visitorModel(model: LanguageModel, spend: () => Promise<boolean>) {
  let running = 0

  async function runWithinLimits<Result>(
    work: () => Promise<Result | null>,
  ): Promise<Result | null> {
    if (running >= maxConcurrent) return null
    running++
    try {
      return (await spend()) ? await work() : null
    } finally {
      running--
    }
  }

  const translate = (
    question: string,
    language: LabelLanguage,
    signal: AbortSignal,
  ): Promise<string | null> =>
    runWithinLimits(() =>
      translateQuestion(model, question, language, {
        signal,
        timeoutMs: translatingTimeoutMs,
        maxLength: maxQuestion,
      }),
    )

  return {
    /** Lines of the item's page that the model has chosen. */
    async chooseLines(
      item: AskedItem,
      question: string,
      signal: AbortSignal,
    ): Promise<GuideAnswer | null> {
      const lines = listPageLines(item)
      if (lines.length === 0) return null

      const sources = lines.map((line, index) => ({ id: index + 1, text: toPlainText(line) }))
      const chosen = await runWithinLimits(() =>
        chooseSources(model, { question, sources }, { signal, timeoutMs: choosingTimeoutMs, task }),
      )
      return chosen && { kind: 'model', lines: chosen.flatMap(({ id }) => lines[id - 1] ?? []) }
    },

    /**
     * What the guide finds with the question in the language of the text; of the translation itself
     * nothing is shown.
     */
    async answerTranslated(
      item: AskedItem,
      question: string,
      signal: AbortSignal,
    ): Promise<Answer | null> {
      const { lexicon, sentences } = item.prepared.text
      if (sentences.length === 0 || languageAsked(question, item.prepared) === lexicon.language)
        return null

      const translated = await translate(question, lexicon.language, signal)
      const found = translated ? answer(item.prepared.askedIn(lexicon.language), translated) : null
      return found?.kind === 'unknown' ? null : found
    },
  }
}

export type VisitorModel = ReturnType<typeof visitorModel>

/** All that a model may see: the name, the table and the text of the item's page. */
const listPageLines = (item: AskedItem): (Said | Fact)[] => [
  { text: item.name, language: item.languages.name },
  ...item.rows.map((row) => toFact(row, item)),
  ...item.prepared.text.sentences.map(({ text }) => ({
    text,
    language: item.languages.description,
  })),
]

const toPlainText = (line: Said | Fact) =>
  'label' in line ? `${line.label.text}: ${line.value.text}` : line.text
