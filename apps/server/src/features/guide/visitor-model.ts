import type { LabelLanguage } from '@vitrine/contract'
import {
  type Answer,
  answerQuestion,
  detectQuestionLanguage,
  maxQuestionLength,
} from '@vitrine/guide'
import type { Fact, GuideAnswer, TextWithLanguage } from '@vitrine/pages'
import { chooseSources } from '../../adapters/models/from-sources.ts'
import type { LanguageModel } from '../../adapters/models/model.ts'
import { translateQuestion } from '../../adapters/models/translated-question.ts'
import { seconds } from '../../base/clock.ts'
import type { AskedItem } from './asked-items.ts'
import { toFact } from './shown-answer.ts'

const choosingTimeoutMs = seconds(8)
const translatingTimeoutMs = seconds(4)
/** Few, which leaves capacity of the model for staff. */
const maxConcurrent = 2
const task =
  'A visitor stands before an object in a museum and asks about it. The lines are all that the museum tells about it.'

/**
 * Uses a language model for visitors' questions; results are null if the guide must answer without
 * it. `spendAnswer` takes one answer from the day's budget, and resolves to false if it is used up.
 */
export function visitorModel(model: LanguageModel, spendAnswer: () => Promise<boolean>) {
  let runningCount = 0

  async function runWithinLimits<Result>(
    work: () => Promise<Result | null>,
  ): Promise<Result | null> {
    if (runningCount >= maxConcurrent) return null
    runningCount++
    try {
      return (await spendAnswer()) ? await work() : null
    } finally {
      runningCount--
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
        maxLength: maxQuestionLength,
      }),
    )

  return {
    /** Lets the model choose lines of the item's page as the answer. */
    async chooseLines(
      item: AskedItem,
      question: string,
      signal: AbortSignal,
    ): Promise<GuideAnswer | null> {
      const lines = listPageLines(item)
      if (lines.length === 0) return null

      const sources = lines.map((line, index) => ({ id: index + 1, text: toSourceText(line) }))
      const chosen = await runWithinLimits(() =>
        chooseSources(model, { question, sources }, { signal, timeoutMs: choosingTimeoutMs, task }),
      )
      return chosen && { kind: 'model', lines: chosen.flatMap(({ id }) => lines[id - 1] ?? []) }
    },

    /**
     * Answers with the question translated into the language of the text; the translation is not
     * shown.
     */
    async answerTranslated(
      item: AskedItem,
      question: string,
      signal: AbortSignal,
    ): Promise<Answer | null> {
      const { lexicon, sentences } = item.prepared.text
      if (sentences.length === 0) return null
      if (detectQuestionLanguage(question, item.prepared) === lexicon.language) return null

      const translated = await translate(question, lexicon.language, signal)
      if (!translated) return null

      const answer = answerQuestion(item.prepared.prepareIn(lexicon.language), translated)
      return answer.kind === 'unknown' ? null : answer
    },
  }
}

export type VisitorModel = ReturnType<typeof visitorModel>

/** Everything that a model may see: name, table and text of the item's page. */
const listPageLines = (item: AskedItem): (TextWithLanguage | Fact)[] => [
  { text: item.name, language: item.languages.name },
  ...item.rows.map((row) => toFact(row, item)),
  ...item.prepared.text.sentences.map(({ text }) => ({
    text,
    language: item.languages.description,
  })),
]

const toSourceText = (line: TextWithLanguage | Fact) =>
  'label' in line ? `${line.label.text}: ${line.value.text}` : line.text
