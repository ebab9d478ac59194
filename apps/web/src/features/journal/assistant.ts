import { useMutation } from '@tanstack/react-query'
import type { AssistantLanguage } from '@vitrine/contract'
import { useEffect, useRef } from 'react'
import { call } from '../../client/call.ts'

export type AssistVerb = 'summarize' | 'correct'

/** A replacement of the comment by the assistant. */
export interface AssistStep {
  readonly verb: AssistVerb
  readonly before: string
  readonly after: string
  readonly engine: string
}

export interface AssistedText {
  readonly comment: string
  /** The assistant's replacements, oldest first; each can be reverted. */
  readonly steps: readonly AssistStep[]
}

export const toUnassistedText = (comment: string): AssistedText => ({ comment, steps: [] })

// Each step holds the text twice, and all steps are stored in localStorage.
const maxSteps = 10

/** Replaces the comment by the assistant's answer; forgets the oldest of too many steps. */
export const addAssistStep = (
  { comment, steps }: AssistedText,
  answer: Omit<AssistStep, 'before'>,
): AssistedText => ({
  comment: answer.after,
  steps: [...steps, { ...answer, before: comment }].slice(-maxSteps),
})

/** Reverts the last step of a verb and all steps after it. */
export function revertAssistStep({ comment, steps }: AssistedText, verb: AssistVerb): AssistedText {
  const stepIndex = steps.findLastIndex((step) => step.verb === verb)
  const step = steps[stepIndex]
  return step ? { comment: step.before, steps: steps.slice(0, stepIndex) } : { comment, steps }
}

export function isAssistStep(value: unknown): value is AssistStep {
  if (typeof value !== 'object' || value === null) return false
  const { verb, before, after, engine } = value as Partial<Record<keyof AssistStep, unknown>>
  const isVerb = verb === 'summarize' || verb === 'correct'

  return (
    isVerb && typeof before === 'string' && typeof after === 'string' && typeof engine === 'string'
  )
}

interface AssistRequest {
  readonly verb: AssistVerb
  readonly lang: AssistantLanguage
}

export interface Assistant {
  /** The verb whose answer is awaited, if any. */
  readonly working: AssistVerb | null
  readonly ask: (request: AssistRequest) => void
  readonly cancel: () => void
}

/**
 * Lets the assistant replace a text. A failed request leaves the text unchanged, without a message.
 */
export function useAssistant(
  text: AssistedText,
  onAnswer: (text: AssistedText) => void,
): Assistant {
  const controller = useRef<AbortController>(null)
  const cancel = () => controller.current?.abort()
  useEffect(() => () => controller.current?.abort(), [])

  const request = useMutation({
    mutationFn: async ({ verb, lang }: AssistRequest) => {
      controller.current = new AbortController()
      const { signal } = controller.current
      const comment = text.comment
      if (verb === 'summarize') {
        const { summary, engine } = await call(
          'POST /journal/summarize',
          { body: { comment, lang } },
          { signal },
        )
        return { after: summary, engine }
      }

      const { correctedComment, engine } = await call(
        'POST /journal/correct',
        { body: { comment } },
        { signal },
      )
      return { after: correctedComment, engine }
    },
    onSuccess: ({ after, engine }, { verb }) =>
      onAnswer(addAssistStep(text, { verb, after, engine })),
  })

  return { working: request.isPending ? request.variables.verb : null, ask: request.mutate, cancel }
}
