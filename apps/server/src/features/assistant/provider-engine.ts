import { itemPictureLimits, truncateToLine } from '@vitrine/contract'
import type { LanguageModel } from '../../adapters/models/model.ts'
import { Failure } from '../../base/failure.ts'
import type { AssistantEngine } from './engine.ts'
import { extractCitations, joinPieces, toPlainAnswer } from './model-answer.ts'
import {
  correctPrompt,
  createSummaryPrompt,
  describePrompt,
  reportPrompt,
  translatePrompt,
} from './prompts.ts'

// About fifty thousand tokens, which the usual models can read with space for the answer.
const maxMaterialLength = 200_000
const maxReportLength = 100_000
// Characters added to each maximum length, so that answers to short texts fit.
const extraLength = 2_000
// Translations from Chinese are about three times as long.
const maxGrowth = 5
const noTranslation =
  'The AI provider’s answer is not a translation of this text. Please try again, or type it.'
const noDescription =
  'The AI provider’s answer is no description of this picture. Please try again, or type it.'
const englishNames = new Intl.DisplayNames('en', { type: 'language' })

/** The engine that uses a language model. */
export const providerEngine = (model: LanguageModel): AssistantEngine => ({
  abilities: { engine: model.label, embedded: false, translates: true, followsInstructions: true },

  async summarise(comment, language, signal) {
    const prompt = createSummaryPrompt(comment, language)
    return readAll(
      model.write(prompt, {
        signal,
        maxLength: comment.length + extraLength,
        allowTruncated: false,
      }),
    )
  },

  async correct(comment, signal) {
    const maxLength = comment.length * 2 + extraLength
    const corrected = await readAll(
      model.write(correctPrompt(comment), { signal, maxLength, allowTruncated: false }),
    )
    return withWhitespaceOf(comment, expectPlausible(comment, corrected))
  },

  /**
   * One request per field, so that texts are never mixed up. If one fails, the others are aborted.
   */
  async translate({ from, to, fields }, signal) {
    const stop = new AbortController()
    const language = from === '' ? undefined : englishNames.of(from)
    const draft = async ([field, text]: [string, string]) => {
      if (text.trim() === '') return [field, '']
      const maxLength = text.length * maxGrowth + extraLength
      const options = {
        signal: AbortSignal.any([signal, stop.signal]),
        maxLength,
        allowTruncated: false,
      }
      const answer = toPlainAnswer(
        await readAll(model.write(translatePrompt(text, language, to), options)),
        text,
      )
      if (!hasPlausibleLength(text, answer)) throw new Failure('unreachable', noTranslation)
      return [field, answer]
    }
    try {
      return Object.fromEntries(await Promise.all(Object.entries(fields).map(draft)))
    } finally {
      stop.abort()
    }
  },

  ...(model.seesPictures && {
    async describe({ jpeg, title }, language, signal) {
      const options = {
        signal,
        maxLength: itemPictureLimits.alt + extraLength,
        allowTruncated: false,
      }
      const answer = await readAll(model.write(describePrompt(jpeg, title, language), options))
      const text = truncateToLine(toPlainAnswer(answer, ''), itemPictureLimits.alt)
      if (!text) throw new Failure('unreachable', noDescription)
      return text
    },
  }),

  report(material, signal) {
    const prompt = reportPrompt(material)
    if (prompt.material.length > maxMaterialLength) {
      throw new Failure(
        'tooLarge',
        'This is too much for one report. Please choose a shorter period or fewer tags.',
      )
    }
    const pieces = model.write(prompt, { signal, maxLength: maxReportLength, allowTruncated: true })
    return extractCitations(pieces, (number) => prompt.entries[number - 1]?.id)
  },
})

const readAll = async (pieces: AsyncIterable<string>): Promise<string> =>
  (await joinPieces(pieces)).trim()

/**
 * Rejects a correction whose length differs too much, which is a remark rather than a correction.
 */
function expectPlausible(comment: string, corrected: string): string {
  const [before, after] = [comment.trim().length, corrected.length]
  // Of a short comment, a few letters are a large part.
  if (after < before * 0.6 - 20 || after > before * 1.6 + 20) {
    throw new Failure(
      'unreachable',
      'The AI provider’s answer is not a correction of this text. Nothing was changed.',
    )
  }
  return corrected
}

/** Whether an answer is long enough for a whole translation, and not a remark or a part of it. */
const hasPlausibleLength = ({ length: before }: string, { length: after }: string): boolean =>
  after > 0 && after >= before * 0.35 - 8 && after <= before * maxGrowth + 100

/** Restores the whitespace around a text, which models drop. */
const withWhitespaceOf = (comment: string, corrected: string): string =>
  comment.slice(0, comment.length - comment.trimStart().length) +
  corrected +
  comment.slice(comment.trimEnd().length)
