import type { LabelLanguage } from '@vitrine/contract'
import { type GroundedSentence, groundedAnswer, type Source } from '@vitrine/guide'
import { delimited } from './delimited.ts'
import type { Model } from './model.ts'

export interface CitedQuestion {
  readonly question: string
  readonly language: LabelLanguage
  readonly sources: readonly Source[]
}

interface CitedOptions {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** What the model is and for whom it writes, in a sentence. */
  readonly task: string
}

const maxLength = 3_000
const englishNames = new Intl.DisplayNames('en', { type: 'language' })

/**
 * A model's answer from numbered sources, in sentences that cite them. Nothing where it is not grounded in what it cites, where the
 * sources do not answer, and where the model fails or is late.
 */
export async function citedAnswer(
  model: Model,
  { question, language, sources }: CitedQuestion,
  { signal, timeoutMs, task }: CitedOptions,
): Promise<GroundedSentence[] | null> {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const lines = sources.map(({ id, text }) => `[${id}] ${oneLine(text)}`).join('\n')
  const { rule, block } = delimited(`${lines}\n\nQuestion: ${oneLine(question)}`)
  const instructions = `${task}

${rule}

- The material has numbered lines and, at its end, the question. Answer from these lines alone, never from what you know.
- Write in ${englishNames.of(language)}${language === 'de' ? ', in Swiss spelling: ss, never ß' : ''}, in three short sentences at most.
- Each sentence ends with the numbers of the lines that it is taken from, such as [3] or [3][7].
- Take over numbers, dates, units and names exactly as the cited lines have them. Convert, add up and guess nothing.
- Name nothing that is not in the cited lines. Begin sentences with a common word.
- Plain text without markup. If the lines do not answer the question, write NONE.`
  let answer = ''
  try {
    const options = {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      maxLength,
      allowTruncated: false,
    }
    for await (const piece of model.write({ instructions, material: block }, options)) answer += piece
  } catch {
    return null
  }
  return groundedAnswer(answer, sources, language)
}
