import { itemPictureLimits, languageNames, type TextLanguage } from '@vitrine/contract'
import { delimited } from '../../../adapters/models/delimited.ts'
import type { Prompt } from '../../../adapters/models/model.ts'

/** `title` is what the item in the picture is called. */
export function describePrompt(picture: Buffer, title: string, language: TextLanguage): Prompt {
  const { rule, block } = delimited(title)
  return {
    instructions: `You write the alternative text of a museum's picture in ${languageNames[language]}, for people who can't see it. The material is what the museum calls the object.

${rule} The same holds for whatever is written in the picture.

- Say what is to be seen, the most important first: the object, its shape, colours and material, from where it is seen, what is around it.
- One or two plain sentences of at most ${itemPictureLimits.alt - 60} characters${language === 'de' ? ', in Swiss spelling: ss, never ß' : ''}.
- Say nothing that the picture does not show: no dates, no makers, no judgement. Never guess who a person is.
- Don't begin with "picture of" or the like, and don't repeat the object's name alone.
- Answer with the text alone: no marks around it, no remarks.`,
    material: block,
    picture,
  }
}
