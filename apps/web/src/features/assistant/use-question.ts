import type { Answered } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import { rememberedList } from '../../session/remembered-list.ts'
import { useSignedIn } from '../../session/use-session.ts'

type Asked =
  | { readonly state: 'idle' | 'asking' | 'cancelled' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'answered'; readonly question: string; readonly answered: Answered }

const isText = (value: unknown): value is string => typeof value === 'string'
const lastQuestions = rememberedList('last questions', isText, 10)

/** The question that is being asked and its answer, and what this person asked before. */
export function useQuestion() {
  const { user } = useSignedIn()
  const [asked, setAsked] = useState<Asked>({ state: 'idle' })
  const [last, setLast] = useState(() => lastQuestions.read(user.email))
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const ask = async (question: string) => {
    stop.current?.abort()
    const controller = new AbortController()
    stop.current = controller
    const { signal } = controller
    lastQuestions.add(user.email, question)
    setLast(lastQuestions.read(user.email))
    setAsked({ state: 'asking' })
    const show = (next: Asked) => stop.current === controller && setAsked(next)
    try {
      const answered = await call('POST /assistant/ask', { body: { question } }, { signal })
      show({ state: 'answered', question, answered })
    } catch (error) {
      show(signal.aborted ? { state: 'cancelled' } : { state: 'failed', error })
    }
  }

  const clear = () => {
    lastQuestions.clear(user.email)
    setLast([])
  }
  return { asked, last, ask, clear, cancel: () => stop.current?.abort() }
}
