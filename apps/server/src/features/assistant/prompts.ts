import {
  type AssistantLanguage,
  itemPictureLimits,
  type JournalEntry,
  languageNames,
  type TextLanguage,
} from '@vitrine/contract'
import { delimitMaterial, type Prompt } from '../../adapters/models/model.ts'
import type { ReportInput } from './engine.ts'

/** Default instructions on the report screen, which users may edit. */
export const defaultInstructions = `Write a report for the foundation board on what the journal tells about this time.
Begin with a short summary of five sentences at most.
Then group what happened by subject (restoration and workshop, loans and acquisitions, visitors and events, building and safety), with the dates.
Name people, vehicles and artworks as the journal names them.
End with open points and what was decided.`

/** The spelling to use in a language, as the end of a sentence. */
const formatSpellingRule = (language: AssistantLanguage | TextLanguage): string =>
  language === 'de' ? ', in Swiss spelling: ss, never ß' : ''

export function createCorrectionPrompt(comment: string): Prompt {
  const { rule, block } = delimitMaterial(comment)
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

export function createSummaryPrompt(comment: string, language: AssistantLanguage): Prompt {
  const { rule, block } = delimitMaterial(comment)
  return {
    instructions: `You summarise an entry of a museum's work journal for the colleague who wrote it.

${rule}

- Write in ${languageNames[language]}${formatSpellingRule(language)}.
- Keep what was done, what was found, what was decided and what is still open. Leave out the rest.
- Take over names, dates, numbers and amounts exactly as they are written. Add nothing that is not there.
- At most a third of the length, in plain sentences, without a heading.
- If the entry has separate points on separate lines, keep a line for each that matters.
- Answer with the summary alone.`,
    material: block,
  }
}

/** Models are asked for fewer characters than the limit, because they do not count exactly. */
const altTextMarginLength = 60

/** Asks for the alternative text of a picture; `title` is the name of the item in it. */
export function createDescriptionPrompt(
  picture: Buffer,
  title: string,
  language: TextLanguage,
): Prompt {
  const { rule, block } = delimitMaterial(title)
  return {
    instructions: `You write the alternative text of a museum's picture in ${languageNames[language]}, for people who can't see it. The material is what the museum calls the object.

${rule} The same holds for whatever is written in the picture.

- Say what is to be seen, the most important first: the object, its shape, colours and material, from where it is seen, what is around it.
- One or two plain sentences of at most ${itemPictureLimits.alt - altTextMarginLength} characters${formatSpellingRule(language)}.
- Say nothing that the picture does not show: no dates, no makers, no judgement. Never guess who a person is.
- Don't begin with "picture of" or the like, and don't repeat the object's name alone.
- Answer with the text alone: no marks around it, no remarks.`,
    material: block,
    picture,
  }
}

/** `from` is the English name of the original's language, or undefined if that is unknown. */
export function createTranslationPrompt(
  text: string,
  from: string | undefined,
  to: AssistantLanguage,
): Prompt {
  const { rule, block } = delimitMaterial(text)
  return {
    instructions: `You translate a museum's text about one of its objects${from ? ` from ${from}` : ''} into ${languageNames[to]}, for visitors who read it beside the object.

${rule}

- Write good, natural ${languageNames[to]}${formatSpellingRule(to)}, in the tone of the original.
- Translate all of it. Leave nothing out, add nothing, explain nothing.
- Numbers, years, amounts and units stay the same values in the same units; only how they are written follows the language.
- Names of people, firms, makes and models stay as they are written; places have the name that ${languageNames[to]} uses.
- Keep the paragraphs. Plain text without any markup.
- Answer with the translation alone: no marks around it, no remarks.`,
    material: block,
  }
}

/** Asks for a report; also returns the entries in the order of their numbers in the prompt. */
export function createReportPrompt(
  material: ReportInput,
): Prompt & { readonly entries: readonly JournalEntry[] } {
  const { startDate, endDate, language, instructions } = material
  const entries = material.entries.toReversed()
  const { rule, block } = delimitMaterial(entries.map(formatEntry).join('\n\n'))
  return {
    entries,
    instructions: `You write a report from the work journal of a foundation that runs a car museum and an art museum.

What the report shall be like, in the words of the person who asks for it:
${instructions.trim() || defaultInstructions}

${rule}

- The material are the journal's entries from ${startDate} to ${endDate}, oldest first. Each begins with its number, its date, its author and its tags.
- Write in ${languageNames[language]}${formatSpellingRule(language)}, whatever language the entries are in.
- Tell only what the entries tell. Take over names, dates, numbers and amounts exactly.
- Plain text that reads well unformatted; headings with # and lists with - are welcome, tables are not.
- Each line that tells what entries tell ends with their numbers, such as [3] or [3][7]; headings have none.
- Answer with the report alone.`,
    material: block,
  }
}

function formatEntry(
  { date, first_name, last_name, tags, comment }: JournalEntry,
  index: number,
): string {
  const tagNames = tags.map(({ name }) => name).join(', ') || 'no tags'
  return `[${index + 1} | ${date} | ${first_name} ${last_name} | ${tagNames}]\n${comment}`
}
