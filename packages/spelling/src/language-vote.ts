import {
  getFrequency,
  type Lexicon,
  type SpellingLanguage,
  spellingLanguages,
} from './lexicon/lexicon.ts'
import { type Token, toWordKey } from './tokens.ts'

export type Lexicons = Record<SpellingLanguage, Lexicon>
type Votes = Record<SpellingLanguage, number>

/** How much the words speak for each language: the more frequent a word is in one, the more. */
function countVotes(tokens: readonly Token[], lexicons: Lexicons): Votes {
  const votes: Votes = { de: 0, fr: 0, en: 0 }
  for (const { word, technical } of tokens) {
    if (technical) continue
    // 'l'huile' votes by its last part as well as its first.
    for (const part of toWordKey(word).split("'")) {
      for (const language of spellingLanguages)
        votes[language] += getFrequency(lexicons[language], part) ** 2
    }
  }
  return votes
}

const maxVotes = (votes: Votes): number => Math.max(...Object.values(votes))

/** The language of each line; a line too short to tell speaks the language of the whole text. */
export function detectLineLanguages(
  lines: readonly (readonly Token[])[],
  lexicons: Lexicons,
): SpellingLanguage[] {
  const all = countVotes(lines.flat(), lexicons)
  return lines.map((tokens) => {
    const own = countVotes(tokens, lexicons)
    // Four or five everyday words are enough to be sure.
    const sure = maxVotes(own) > 800
    return pickLeader(sure ? own : addVotes(own, all))
  })
}

const addVotes = (a: Votes, b: Votes): Votes => ({
  de: a.de + b.de,
  fr: a.fr + b.fr,
  en: a.en + b.en,
})

const pickLeader = (votes: Votes): SpellingLanguage =>
  spellingLanguages.reduce((best, language) => (votes[language] > votes[best] ? language : best))
