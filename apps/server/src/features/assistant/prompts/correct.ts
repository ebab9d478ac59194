import { delimited } from '../../../adapters/models/delimited.ts'
import type { Prompt } from '../../../adapters/models/model.ts'

export function correctPrompt(comment: string): Prompt {
  const { rule, block } = delimited(comment)
  return {
    instructions: `You correct the spelling of an entry of a museum's work journal.

${rule}

- The entry is in German, French or English, sometimes in more than one of them. Keep every sentence in its language. Never translate.
- Correct spelling, missing accents, capital letters, grammatical endings and punctuation. Change no wording, no style and no facts.
- German is in Swiss spelling: ss, never ß.
- Names of people, places, firms, cars and artworks stay exactly as they are written, as do dates, numbers and amounts.
- Keep every line break, blank line, bullet and indentation where it is.
- If nothing is wrong, give the entry back as it is.
- Answer with the corrected entry alone: no marks around it, no remarks.`,
    material: block,
  }
}
