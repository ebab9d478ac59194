import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { AssistantService } from './service.ts'
import type { StaffAnswerService } from './staff-answers.ts'

export const assistantHandlers = (
  assistant: AssistantService,
  answers: StaffAnswerService,
): Handlers<Api['assistant']> => ({
  ask: ({ body }, { signal }) => answers.ask(body.question, signal),
  abilities: () => assistant.abilities(),
  instructions: () => assistant.instructions(),
  summarize: ({ body }, { signal, log }) =>
    assistant.summarise(body.comment, body.lang, { signal, log }),
  correct: ({ body }, { signal, log }) => assistant.correct(body.comment, { signal, log }),
  translator: () => assistant.translator(),
  draftAlt: ({ body }, { signal, log }) =>
    assistant.draftAlt(body.itemId, body.name, body.lang, { signal, log }),
  translate: ({ body }, { signal, log }) => assistant.translate(body, { signal, log }),
  report: ({ body }, { signal, log, wantsEvents }) => {
    const caller = { signal, log }
    return wantsEvents ? assistant.reportEvents(body, caller) : assistant.report(body, caller)
  },
})
