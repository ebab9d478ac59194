import type { LabelLanguage } from '@vitrine/contract'
import { type CitableSource, type GroundedSentence, parseGroundedAnswer } from '@vitrine/guide'
import { delimitMaterial, type LanguageModel, writeWithTimeout } from './model.ts'

export interface SourcedQuestion {
  readonly question: string
  readonly sources: readonly CitableSource[]
}

interface SourceOptions {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Role of the model and whom it works for, in a sentence. */
  readonly task: string
}

const maxChosenSources = 3
// Lengths of answers in characters.
const maxChoiceLength = 100
const maxCitedAnswerLength = 3_000
const englishNames = new Intl.DisplayNames('en', { type: 'language' })

/**
 * Lets a model choose the sources that answer a question, in its order. Only the numbers that it
 * writes are read. Null if it writes anything else, finds no answer, fails or times out.
 */
export async function chooseSources(
  model: LanguageModel,
  question: SourcedQuestion,
  options: SourceOptions,
): Promise<CitableSource[] | null> {
  const rules = `- The material has numbered lines and, at its end, the question. Choose the lines that answer it, ${maxChosenSources} at most.
- Write their numbers alone, in the order in which to read them, such as 7, 3. Write no other word.
- If no line answers the question, write NONE.`
  const askOptions = { ...options, maxLength: maxChoiceLength }
  const answer = (await askAboutSources(model, question, rules, askOptions)) ?? ''
  // Numbers, and spaces, punctuation and brackets around them: '7, 3' or '[7][3]'.
  if (!/^[\d\s,;.[\]]+$/.test(answer)) return null
  const ids = new Set(answer.match(/\d+/g)?.map(Number))
  if (ids.size === 0 || ids.size > maxChosenSources) return null

  const chosen: CitableSource[] = []
  for (const id of ids) {
    const source = question.sources.find((candidate) => candidate.id === id)
    if (!source) return null
    chosen.push(source)
  }
  return chosen
}

/**
 * Lets a model answer in sentences that cite their sources. Null if the answer is not grounded in
 * the cited sources, if they don't answer the question, or if the model fails or times out.
 */
export async function writeCitedAnswer(
  model: LanguageModel,
  { language, ...question }: SourcedQuestion & { readonly language: LabelLanguage },
  options: SourceOptions,
): Promise<GroundedSentence[] | null> {
  const rules = `- The material has numbered lines and, at its end, the question. Answer from these lines alone, never from what you know.
- Write in ${englishNames.of(language)}${language === 'de' ? ', in Swiss spelling: ss, never ß' : ''}, in three short sentences at most.
- Each sentence ends with the numbers of the lines that it is taken from, such as [3] or [3][7].
- Take over numbers, dates, units and names exactly as the cited lines have them. Convert, add up and guess nothing.
- Name nothing that is not in the cited lines. Begin sentences with a common word.
- Plain text without markup. If the lines do not answer the question, write NONE.`
  const askOptions = { ...options, maxLength: maxCitedAnswerLength }
  const answer = await askAboutSources(model, question, rules, askOptions)
  return answer === null ? null : parseGroundedAnswer(answer, question.sources, language)
}

/** Asks a model about numbered lines; null if it fails or times out. */
function askAboutSources(
  model: LanguageModel,
  { question, sources }: SourcedQuestion,
  rules: string,
  { signal, timeoutMs, task, maxLength }: SourceOptions & { readonly maxLength: number },
): Promise<string | null> {
  const toOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const lines = sources.map(({ id, text }) => `[${id}] ${toOneLine(text)}`).join('\n')
  const { rule, block } = delimitMaterial(`${lines}\n\nQuestion: ${toOneLine(question)}`)
  const prompt = { instructions: `${task}\n\n${rule}\n\n${rules}`, material: block }
  return writeWithTimeout(model, prompt, { signal, timeoutMs, maxLength })
}
