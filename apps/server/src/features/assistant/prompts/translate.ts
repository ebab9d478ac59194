import { type AssistantLanguage, languageNames } from '@vitrine/contract'
import { delimited } from '../../../adapters/models/delimited.ts'
import type { Prompt } from '../../../adapters/models/model.ts'

/** `from` is the English name of the original's language, or nothing where nobody knows it. */
export function translatePrompt(text: string, from: string | undefined, to: AssistantLanguage): Prompt {
  const { rule, block } = delimited(text)
  return {
    instructions: `You translate a museum's text about one of its objects${from ? ` from ${from}` : ''} into ${languageNames[to]}, for visitors who read it beside the object.

${rule}

- Write good, natural ${languageNames[to]}${to === 'de' ? ', in Swiss spelling: ss, never ß' : ''}, in the tone of the original.
- Translate all of it. Leave nothing out, add nothing, explain nothing.
- Numbers, years, amounts and units stay the same values in the same units; only how they are written follows the language.
- Names of people, firms, makes and models stay as they are written; places have the name that ${languageNames[to]} uses.
- Keep the paragraphs. Plain text without any markup.
- Answer with the translation alone: no marks around it, no remarks.`,
    material: block,
  }
}
