import { itemPictureLimits, truncateToLine } from '@vitrine/contract'
import type { LanguageModel } from '../../adapters/models/model.ts'
import { Failure, fail } from '../../base/failure.ts'
import type { AssistantEngine } from './engine.ts'
import { extractCitations, joinPieces, toPlainAnswer } from './model-answer.ts'
import {
  correctPrompt,
  describePrompt,
  reportPrompt,
  summarisePrompt,
  translatePrompt,
} from './prompts.ts'

// About fifty thousand tokens: what the models in use can read at once, with room for the answer.
const maxMaterialLength = 200_000
const maxReportLength = 100_000
const extraLength = 2_000
// A Chinese text is a third as long as its translation.
const maxGrowth = 5
const noTranslation =
  'The AI provider’s answer is not a translation of this text. Please try again, or type it.'
const noDescription =
  'The AI provider’s answer is no description of this picture. Please try again, or type it.'
const englishNames = new Intl.DisplayNames('en', { type: 'language' })

/** Uses a language model with our prompts. */
export const providerEngine = (model: LanguageModel): AssistantEngine => ({
  abilities: { engine: model.label, embedded: false, translates: true, followsInstructions: true },

  async summarise(comment, language, signal) {
    const prompt = summarisePrompt(comment, language)
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
   * A conversation for each field: none can end up in another. When one fails, the others are not
   * waited for.
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
      return text || fail(new Failure('unreachable', noDescription))
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

/** A correction is about as long as what it corrects; a remark instead of one is not. */
function expectPlausible(comment: string, corrected: string): string {
  const [before, after] = [comment.trim().length, corrected.length]
  if (after < before * 0.6 - 20 || after > before * 1.6 + 20) {
    throw new Failure(
      'unreachable',
      'The AI provider’s answer is not a correction of this text. Nothing was changed.',
    )
  }
  return corrected
}

/**
 * Whether an answer may be the whole text in another language, and neither a remark nor a part of
 * it.
 */
const hasPlausibleLength = ({ length: before }: string, { length: after }: string): boolean =>
  after > 0 && after >= before * 0.35 - 8 && after <= before * maxGrowth + 100

/** Blank space around a text is layout, and models drop it. */
const withWhitespaceOf = (comment: string, corrected: string): string =>
  comment.slice(0, comment.length - comment.trimStart().length) +
  corrected +
  comment.slice(comment.trimEnd().length)
