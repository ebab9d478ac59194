import { useMutation } from '@tanstack/react-query'
import type { AssistantLanguage } from '@vitrine/contract'
import { useEffect, useRef } from 'react'
import { call } from '../../../client/call.ts'
import { type AssistedText, type AssistVerb, assisted } from './assisted-text.ts'

interface AssistRequest {
  readonly verb: AssistVerb
  readonly lang: AssistantLanguage
}

export interface Assistant {
  /** What is being waited for. */
  readonly working: AssistVerb | null
  readonly ask: (request: AssistRequest) => void
  readonly cancel: () => void
}

/** Lets the assistant replace a text. A failure leaves everything as it was and says nothing. */
export function useAssistant(text: AssistedText, onAnswer: (text: AssistedText) => void): Assistant {
  const stop = useRef<AbortController>(null)
  const cancel = () => stop.current?.abort()
  useEffect(() => () => stop.current?.abort(), [])

  const work = useMutation({
    mutationFn: async ({ verb, lang }: AssistRequest) => {
      stop.current = new AbortController()
      const { signal } = stop.current
      const comment = text.comment
      if (verb === 'summarize') {
        const { summary, engine } = await call('POST /journal/summarize', { body: { comment, lang } }, { signal })
        return { after: summary, engine }
      }
      const { correctedComment, engine } = await call('POST /journal/correct', { body: { comment } }, { signal })
      return { after: correctedComment, engine }
    },
    onSuccess: ({ after, engine }, { verb }) => onAnswer(assisted(text, { verb, after, engine })),
  })

  return { working: work.isPending ? work.variables.verb : null, ask: work.mutate, cancel }
}
