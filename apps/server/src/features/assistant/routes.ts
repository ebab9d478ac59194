import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { AssistantService } from './service.ts'

export const assistantHandlers = (assistant: AssistantService): Handlers<Api['assistant']> => ({
  abilities: () => assistant.abilities(),
  instructions: () => assistant.instructions(),
  summarize: ({ body }, { gone, log }) => assistant.summarise(body.comment, body.lang, { signal: gone, log }),
  correct: ({ body }, { gone, log }) => assistant.correct(body.comment, { signal: gone, log }),
  report: ({ body }, { gone, log, wantsEvents }) => {
    const caller = { signal: gone, log }
    return wantsEvents ? assistant.reportEvents(body, caller) : assistant.report(body, caller)
  },
})
