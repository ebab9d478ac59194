import {
  type AssistantLanguage,
  itemPictureLimits,
  type TextLanguage,
  truncateToLine,
} from '@vitrine/contract'
import type { LanguageModel } from '../../adapters/models/model.ts'
import { Failure } from '../../base/failure.ts'
import type { AssistantEngine, PictureToDescribe } from './engine.ts'
import { extractCitations, joinPieces, toPlainAnswer } from './model-answer.ts'
import {
  createCorrectionPrompt,
  createDescriptionPrompt,
  createReportPrompt,
  createSummaryPrompt,
  createTranslationPrompt,
} from './prompts.ts'

// All lengths are in characters.

/** About fifty thousand tokens, which the usual models can read with space for the answer. */
const maxMaterialLength = 200_000
const maxReportLength = 100_000
/** Added to the maximum length of other answers, so that answers to short texts fit. */
const extraLength = 2_000
const maxCorrectionGrowth = 2
/** Maximum growth of a translation; those from Chinese are about three times as long. */
const maxTranslationGrowth = 5
/** Length of a plausible correction relative to the text. */
const correctionRange = { minFactor: 0.6, maxFactor: 1.6 }
/** Tolerated difference in addition: of a short comment, a few letters are a large part. */
const correctionTolerance = 20
const minTranslationFactor = 0.35
/** Tolerated difference in addition, for short texts. */
const translationTolerance = { shorter: 8, longer: 100 }

const noTranslation =
  'The AI provider’s answer is not a translation of this text. Please try again, or type it.'
const noDescription =
  'The AI provider’s answer is no description of this picture. Please try again, or type it.'
const englishNames = new Intl.DisplayNames('en', { type: 'language' })

/** The engine that uses a language model. */
export function providerEngine(model: LanguageModel): AssistantEngine {
  const engine: AssistantEngine = {
    abilities: {
      engine: model.label,
      embedded: false,
      translates: true,
      followsInstructions: true,
    },

    async summarise(comment, language, signal) {
      const prompt = createSummaryPrompt(comment, language)
      const maxLength = comment.length + extraLength
      return readAll(model.write(prompt, { signal, maxLength, allowTruncated: false }))
    },

    async correct(comment, signal) {
      const prompt = createCorrectionPrompt(comment)
      const maxLength = comment.length * maxCorrectionGrowth + extraLength
      const corrected = await readAll(
        model.write(prompt, { signal, maxLength, allowTruncated: false }),
      )
      return withWhitespaceOf(comment, expectPlausible(comment, corrected))
    },

    /**
     * Sends one request per field, so that texts are never mixed up. If one fails, the others are
     * aborted.
     */
    async translate({ from, to, fields }, signal) {
      const abortController = new AbortController()
      const options = {
        from: from === '' ? undefined : englishNames.of(from),
        to,
        signal: AbortSignal.any([signal, abortController.signal]),
      }
      const translateField = async ([field, text]: [string, string]) =>
        [field, await translateText(model, text, options)] as const
      try {
        return Object.fromEntries(await Promise.all(Object.entries(fields).map(translateField)))
      } finally {
        abortController.abort()
      }
    },

    report(material, signal) {
      const prompt = createReportPrompt(material)
      if (prompt.material.length > maxMaterialLength) {
        throw new Failure(
          'tooLarge',
          'This is too much for one report. Please choose a shorter period or fewer tags.',
        )
      }
      const pieces = model.write(prompt, {
        signal,
        maxLength: maxReportLength,
        allowTruncated: true,
      })
      return extractCitations(pieces, (number) => prompt.entries[number - 1]?.id)
    },
  }
  if (!model.seesPictures) return engine
  return {
    ...engine,
    describe: (picture, language, signal) => describePicture(model, picture, { language, signal }),
  }
}

interface TranslationOptions {
  /** English name of the original's language, undefined if unknown. */
  readonly from: string | undefined
  readonly to: AssistantLanguage
  readonly signal: AbortSignal
}

async function translateText(
  model: LanguageModel,
  text: string,
  { from, to, signal }: TranslationOptions,
): Promise<string> {
  if (text.trim() === '') return ''
  const prompt = createTranslationPrompt(text, from, to)
  const maxLength = text.length * maxTranslationGrowth + extraLength
  const answer = await readAll(model.write(prompt, { signal, maxLength, allowTruncated: false }))
  const translation = toPlainAnswer(answer, text)
  if (!hasPlausibleLength(text, translation)) throw new Failure('unreachable', noTranslation)
  return translation
}

async function describePicture(
  model: LanguageModel,
  { jpeg, title }: PictureToDescribe,
  { language, signal }: { readonly language: TextLanguage; readonly signal: AbortSignal },
): Promise<string> {
  const prompt = createDescriptionPrompt(jpeg, title, language)
  const maxLength = itemPictureLimits.alt + extraLength
  const answer = await readAll(model.write(prompt, { signal, maxLength, allowTruncated: false }))
  const description = truncateToLine(toPlainAnswer(answer, ''), itemPictureLimits.alt)
  if (!description) throw new Failure('unreachable', noDescription)
  return description
}

const readAll = async (pieces: AsyncIterable<string>): Promise<string> =>
  (await joinPieces(pieces)).trim()

/**
 * Rejects a correction whose length differs too much, which is a remark rather than a correction.
 */
function expectPlausible(comment: string, corrected: string): string {
  const originalLength = comment.trim().length
  const minLength = originalLength * correctionRange.minFactor - correctionTolerance
  const maxLength = originalLength * correctionRange.maxFactor + correctionTolerance
  if (corrected.length < minLength || corrected.length > maxLength) {
    throw new Failure(
      'unreachable',
      'The AI provider’s answer is not a correction of this text. Nothing was changed.',
    )
  }
  return corrected
}

/** Whether an answer has the length of a whole translation, not of a remark or a part of it. */
const hasPlausibleLength = ({ length: originalLength }: string, { length }: string): boolean =>
  length > 0 &&
  length >= originalLength * minTranslationFactor - translationTolerance.shorter &&
  length <= originalLength * maxTranslationGrowth + translationTolerance.longer

/** Restores the whitespace around a text, which models drop. */
const withWhitespaceOf = (comment: string, corrected: string): string =>
  comment.slice(0, comment.length - comment.trimStart().length) +
  corrected +
  comment.slice(comment.trimEnd().length)
