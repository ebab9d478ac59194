import { type LabelLanguage, languageNames } from '@vitrine/contract'
import { delimitMaterial, type LanguageModel, writeWithTimeout } from './model.ts'

interface TranslationOptions {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly maxLength: number
}

/**
 * Translates a visitor's question into the language of a text, so that the text can be searched for
 * it. Null if the model fails or times out, or if its output can't be the question: more than one
 * line, or other numbers.
 */
export async function translateQuestion(
  model: LanguageModel,
  question: string,
  language: LabelLanguage,
  options: TranslationOptions,
): Promise<string | null> {
  const { rule, block } = delimitMaterial(question)
  const instructions = `A visitor asks a question before an object in a museum. You translate the question into ${languageNames[language]}.

${rule}

- Write the translated question alone, on one line: no answer, no remark, no quotation marks.
- Names of people, places, firms, cars and artworks and all numbers stay as they are.`
  const answer =
    (await writeWithTimeout(model, { instructions, material: block }, options))?.trim() ?? ''
  const isQuestion =
    /\p{L}/u.test(answer) && !answer.includes('\n') && listNumbers(answer) === listNumbers(question)
  return isQuestion ? answer : null
}

const listNumbers = (text: string): string => (text.match(/\d+/g) ?? []).sort().join(' ')
