import { type JournalEntry, languageNames } from '@vitrine/contract'
import { delimited } from '../../../adapters/models/delimited.ts'
import type { Prompt } from '../../../adapters/models/model.ts'
import type { ReportMaterial } from '../engine.ts'
import { defaultInstructions } from './instructions.ts'

/** The entries are those of the material in the order of their numbers. */
export function reportPrompt(material: ReportMaterial): Prompt & { readonly entries: readonly JournalEntry[] } {
  const { startDate, endDate, language, instructions } = material
  const entries = material.entries.toReversed()
  const { rule, block } = delimited(entries.map(entryText).join('\n\n'))
  return {
    entries,
    instructions: `You write a report from the work journal of a foundation that runs a car museum and an art museum.

What the report shall be like, in the words of the person who asks for it:
${instructions.trim() || defaultInstructions}

${rule}

- The material are the journal's entries from ${startDate} to ${endDate}, oldest first. Each begins with its number, its date, its author and its tags.
- Write in ${languageNames[language]}${language === 'de' ? ', in Swiss spelling: ss, never ß' : ''}, whatever language the entries are in.
- Tell only what the entries tell. Take over names, dates, numbers and amounts exactly.
- Plain text that reads well unformatted; headings with # and lists with - are welcome, tables are not.
- Each line that tells what entries tell ends with their numbers, such as [3] or [3][7]; headings have none.
- Answer with the report alone.`,
    material: block,
  }
}

const entryText = ({ date, first_name, last_name, tags, comment }: JournalEntry, index: number): string =>
  `[${index + 1} | ${date} | ${first_name} ${last_name} | ${tags.map((tag) => tag.name).join(', ') || 'no tags'}]\n${comment}`
