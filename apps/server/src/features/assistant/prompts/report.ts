import { assistantLanguageNames, type JournalEntry } from '@vitrine/contract'
import { delimited } from '../../../adapters/models/delimited.ts'
import type { Prompt } from '../../../adapters/models/model.ts'
import type { ReportMaterial } from '../engine.ts'
import { defaultInstructions } from './instructions.ts'

export function reportPrompt({ entries, startDate, endDate, language, instructions }: ReportMaterial): Prompt {
  const { rule, block } = delimited(entries.toReversed().map(entryText).join('\n\n'))
  return {
    instructions: `You write a report from the work journal of a foundation that runs a car museum and an art museum.

What the report shall be like, in the words of the person who asks for it:
${instructions.trim() || defaultInstructions}

${rule}

- The material are the journal's entries from ${startDate} to ${endDate}, oldest first. Each begins with its date, its author and its tags.
- Write in ${assistantLanguageNames[language]}${language === 'de' ? ', in Swiss spelling: ss, never ß' : ''}, whatever language the entries are in.
- Tell only what the entries tell. Take over names, dates, numbers and amounts exactly.
- Plain text that reads well unformatted; headings with # and lists with - are welcome, tables are not.
- Answer with the report alone.`,
    material: block,
  }
}

const entryText = ({ date, first_name, last_name, tags, comment }: JournalEntry): string =>
  `[${date} | ${first_name} ${last_name} | ${tags.map((tag) => tag.name).join(', ') || 'no tags'}]\n${comment}`
