export type AssistVerb = 'summarize' | 'correct'

/** One time that the assistant replaced the comment. */
export interface AssistStep {
  readonly verb: AssistVerb
  readonly before: string
  readonly after: string
  readonly engine: string
}

export interface AssistedText {
  readonly comment: string
  /** What the assistant did to it, oldest first: each can be taken back. */
  readonly steps: readonly AssistStep[]
}

export const plainText = (comment: string): AssistedText => ({ comment, steps: [] })

// Each step holds the text twice, and all of them are kept in the browser.
const maxSteps = 10

export const assisted = ({ comment, steps }: AssistedText, answer: Omit<AssistStep, 'before'>): AssistedText => ({
  comment: answer.after,
  steps: [...steps, { ...answer, before: comment }].slice(-maxSteps),
})

/** Reverts the last step of a verb and all steps after it. */
export function reverted({ comment, steps }: AssistedText, verb: AssistVerb): AssistedText {
  const index = steps.findLastIndex((step) => step.verb === verb)
  return index < 0 ? { comment, steps } : { comment: steps[index]?.before ?? comment, steps: steps.slice(0, index) }
}

export function isAssistStep(value: unknown): value is AssistStep {
  if (typeof value !== 'object' || value === null) return false
  const { verb, before, after, engine } = value as Partial<Record<keyof AssistStep, unknown>>
  const isVerb = verb === 'summarize' || verb === 'correct'
  return isVerb && typeof before === 'string' && typeof after === 'string' && typeof engine === 'string'
}
