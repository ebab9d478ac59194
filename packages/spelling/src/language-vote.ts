import {
  getFrequency,
  type Lexicon,
  type SpellingLanguage,
  spellingLanguages,
} from './lexicon/lexicon.ts'
import { type Token, toWordKey } from './tokens.ts'

export type Lexicons = Record<SpellingLanguage, Lexicon>
type Votes = Record<SpellingLanguage, number>

/** Adds up votes for each language. Frequent words have more votes. */
function countVotes(tokens: readonly Token[], lexicons: Lexicons): Votes {
  const votes: Votes = { de: 0, fr: 0, en: 0 }
  for (const { word, technical } of tokens) {
    if (technical) continue
    // Both parts of 'l'huile' vote.
    for (const part of toWordKey(word).split("'")) {
      for (const language of spellingLanguages)
        votes[language] += getFrequency(lexicons[language], part) ** 2
    }
  }
  return votes
}

const getMaxVotes = (votes: Votes): number => Math.max(...Object.values(votes))

// About four common words give this many votes.
const conclusiveVotes = 800

/** Detects the language of each line. For short lines, the whole text votes as well. */
export function detectLineLanguages(
  lines: readonly (readonly Token[])[],
  lexicons: Lexicons,
): SpellingLanguage[] {
  const textVotes = countVotes(lines.flat(), lexicons)
  return lines.map((tokens) => {
    const lineVotes = countVotes(tokens, lexicons)
    const isConclusive = getMaxVotes(lineVotes) > conclusiveVotes
    return pickLeader(isConclusive ? lineVotes : addVotes(lineVotes, textVotes))
  })
}

const addVotes = (a: Votes, b: Votes): Votes => ({
  de: a.de + b.de,
  fr: a.fr + b.fr,
  en: a.en + b.en,
})

const pickLeader = (votes: Votes): SpellingLanguage =>
  spellingLanguages.reduce((best, language) => (votes[language] > votes[best] ? language : best))
