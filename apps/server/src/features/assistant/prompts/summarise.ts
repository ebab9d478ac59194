import { type AssistantLanguage, languageNames } from '@vitrine/contract'
import { delimited } from '../../../adapters/models/delimited.ts'
import type { Prompt } from '../../../adapters/models/model.ts'

export function summarisePrompt(comment: string, language: AssistantLanguage): Prompt {
  const { rule, block } = delimited(comment)
  return {
    instructions: `You summarise an entry of a museum's work journal for the colleague who wrote it.

${rule}

- Write in ${languageNames[language]}${language === 'de' ? ', in Swiss spelling: ss, never ß' : ''}.
- Keep what was done, what was found, what was decided and what is still open. Leave out the rest.
- Take over names, dates, numbers and amounts exactly as they are written. Add nothing that is not there.
- At most a third of the length, in plain sentences, without a heading.
- If the entry has separate points on separate lines, keep a line for each that matters.
- Answer with the summary alone.`,
    material: block,
  }
}
