import { itemPictureLimits, shortened } from '@vitrine/contract'
import type { Model } from '../../adapters/models/model.ts'
import { Failure, fail } from '../../base/failure.ts'
import type { Engine } from './engine.ts'
import { citedLines, joined, plainAnswer } from './model-answer.ts'
import {
  correctPrompt,
  describePrompt,
  reportPrompt,
  summarisePrompt,
  translatePrompt,
} from './prompts.ts'

// About fifty thousand tokens: what the models in use can read at once, with room for the answer.
const maxMaterial = 200_000
const maxReport = 100_000
const roomToGrow = 2_000
// A Chinese text is a third as long as its translation.
const maxGrowth = 5
const noTranslation =
  'The AI provider’s answer is not a translation of this text. Please try again, or type it.'
const noDescription =
  'The AI provider’s answer is no description of this picture. Please try again, or type it.'
const englishNames = new Intl.DisplayNames('en', { type: 'language' })

/** Uses a language model with our prompts. */
export const providerEngine = (model: Model): Engine => ({
  abilities: { engine: model.label, embedded: false, translates: true, followsInstructions: true },

  async summarise(comment, language, signal) {
    const prompt = summarisePrompt(comment, language)
    return whole(
      model.write(prompt, {
        signal,
        maxLength: comment.length + roomToGrow,
        allowTruncated: false,
      }),
    )
  },

  async correct(comment, signal) {
    const maxLength = comment.length * 2 + roomToGrow
    const corrected = await whole(
      model.write(correctPrompt(comment), { signal, maxLength, allowTruncated: false }),
    )
    return withWhitespaceOf(comment, plausible(comment, corrected))
  },

  /** A conversation for each field: none can end up in another. When one fails, the others are not waited for. */
  async translate({ from, to, fields }, signal) {
    const stop = new AbortController()
    const language = from === '' ? undefined : englishNames.of(from)
    const draft = async ([field, text]: [string, string]) => {
      if (text.trim() === '') return [field, '']
      const maxLength = text.length * maxGrowth + roomToGrow
      const options = {
        signal: AbortSignal.any([signal, stop.signal]),
        maxLength,
        allowTruncated: false,
      }
      const answer = plainAnswer(
        await whole(model.write(translatePrompt(text, language, to), options)),
        text,
      )
      if (!isAboutAsLong(text, answer)) throw new Failure('unreachable', noTranslation)
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
        maxLength: itemPictureLimits.alt + roomToGrow,
        allowTruncated: false,
      }
      const answer = await whole(model.write(describePrompt(jpeg, title, language), options))
      const text = shortened(plainAnswer(answer, ''), itemPictureLimits.alt)
      return text || fail(new Failure('unreachable', noDescription))
    },
  }),

  report(material, signal) {
    const prompt = reportPrompt(material)
    if (prompt.material.length > maxMaterial) {
      throw new Failure(
        'tooLarge',
        'This is too much for one report. Please choose a shorter period or fewer tags.',
      )
    }
    const pieces = model.write(prompt, { signal, maxLength: maxReport, allowTruncated: true })
    return citedLines(pieces, (number) => prompt.entries[number - 1]?.id)
  },
})

const whole = async (pieces: AsyncIterable<string>): Promise<string> =>
  (await joined(pieces)).trim()

/** A correction is about as long as what it corrects; a remark instead of one is not. */
function plausible(comment: string, corrected: string): string {
  const [before, after] = [comment.trim().length, corrected.length]
  if (after < before * 0.6 - 20 || after > before * 1.6 + 20) {
    throw new Failure(
      'unreachable',
      'The AI provider’s answer is not a correction of this text. Nothing was changed.',
    )
  }
  return corrected
}

/** Whether an answer may be the whole text in another language, and neither a remark nor a part of it. */
const isAboutAsLong = ({ length: before }: string, { length: after }: string): boolean =>
  after > 0 && after >= before * 0.35 - 8 && after <= before * maxGrowth + 100

/** Blank space around a text is layout, and models drop it. */
const withWhitespaceOf = (comment: string, corrected: string): string =>
  comment.slice(0, comment.length - comment.trimStart().length) +
  corrected +
  comment.slice(comment.trimEnd().length)
