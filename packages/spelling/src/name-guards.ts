import { isCompound } from './compounds.ts'
import { getMarks, type Lexicon, Mark, standaloneMarks } from './lexicon/lexicon.ts'
import { isCapitalised, type Token } from './tokens.ts'

// Words that introduce a name: titles, professions, and institutions and things named after people.
const nameIntroducers = new Set(
  (
    'herr herrn frau familie firma dr prof gebrüder maler malerin künstler künstlerin ' +
    'bildhauer bildhauerin architekt fotograf fotografin komponist pianist restaurator ' +
    'galerie sammlung stiftung museum atelier garage schloss hotel verein archiv nachlass ' +
    'marke typ modell ' +
    'm mm mme mmes mlle monsieur madame messieurs mesdames maître maison peintre sculpteur ' +
    'sculptrice architecte photographe compositeur collection fondation musée château hôtel ' +
    'carrossier marque modèle type ' +
    'mr mrs ms miss sir lady lord painter sculptor architect photographer composer gallery ' +
    'foundation castle'
  ).split(' '),
)

// Lower-case words within names.
const particles = new Set(
  'de du di del della van ter le la les saint sainte st san santa y'.split(' '),
)
// German 'von' and articles also have other uses, so they require a name before them.
const particlesAfterName = new Set('von der den des'.split(' '))
// A word next to one of these is part of a name.
const foreignParticles = new Set('di del della van ter saint sainte san santa'.split(' '))

/** Whether a capitalised word is part of a name: 'Hannah Höch', 'Jan van Goyen', 'Tatra 77'. */
export function isPartOfName(
  index: number,
  tokens: readonly Token[],
  line: string,
  lexicon: Lexicon,
): boolean {
  const token = tokens[index]
  if (!token || !isCapitalised(token.word)) return false
  return (
    followsTitle(index, tokens) ||
    isNextToName(index, tokens, lexicon) ||
    precedesModelNumber(token, line)
  )
}

// 'Herr Dr. von Arx': the title is at most three words before.
const maxTitleDistance = 3

function followsTitle(index: number, tokens: readonly Token[]): boolean {
  for (let distance = 1; distance <= maxTitleDistance; distance++) {
    const token = tokens[index - distance + 1]
    const previousToken = tokens[index - distance]
    // Only spaces and the full stop of 'Dr.' may separate the words.
    if (!previousToken || !token || !/^[.\s]*$/.test(token.gap)) return false
    const lowerCased = previousToken.word.toLowerCase()
    if (nameIntroducers.has(lowerCased)) return true
    const isParticle = particles.has(lowerCased) || particlesAfterName.has(lowerCased)
    if (!isCapitalised(previousToken.word) && !isParticle) return false
  }
  return false
}

/** Whether the previous or next word, possibly past particles, is certainly a name. */
const isNextToName = (index: number, tokens: readonly Token[], lexicon: Lexicon): boolean =>
  hasNearbyName(index, -1, tokens, lexicon) || hasNearbyName(index, 1, tokens, lexicon)

// As in 'von der'.
const maxParticles = 2

// Text between the words of a name: a space, a hyphen, an ampersand or an apostrophe.
const nameGap = /^(?:\s|-|\s?&\s?|['’])$/

/** Whether the nearest word in a direction, past at most two particles, is certainly a name. */
function hasNearbyName(
  index: number,
  direction: -1 | 1,
  tokens: readonly Token[],
  lexicon: Lexicon,
): boolean {
  const isBackwards = direction === -1
  for (let distance = 1; distance <= maxParticles + 1; distance++) {
    const neighbour = tokens[index + direction * distance]
    // A token's gap is the text before it.
    const gap = (isBackwards ? tokens[index - distance + 1] : neighbour)?.gap
    if (!neighbour || gap === undefined || !nameGap.test(gap)) return false

    const lowerCased = neighbour.word.toLowerCase()
    if (foreignParticles.has(lowerCased)) return true
    if (isCapitalised(neighbour.word)) {
      // The word after a genitive is not part of the name: 'Käsers Batterie'.
      if (isBackwards && isUnknownGenitive(lowerCased, lexicon)) return false
      return isName(lowerCased, lexicon)
    }
    const isParticle =
      particles.has(lowerCased) || (isBackwards && particlesAfterName.has(lowerCased))
    if (!isParticle) return false
  }
  return false
}

function isName(lowerCased: string, lexicon: Lexicon): boolean {
  const marks = getMarks(lexicon, lowerCased)
  const isKnownWord = (marks & (standaloneMarks | Mark.seen)) !== 0
  // A word that is in no dictionary and not composed of known words is taken for a name.
  if (!isKnownWord) return !isCompound(lexicon, lowerCased)
  // A known word is certainly a name only if it is never spelled in lower case.
  return (marks & Mark.name) !== 0 && (marks & Mark.lowerCase) === 0
}

const isUnknownGenitive = (lowerCased: string, lexicon: Lexicon): boolean =>
  lowerCased.endsWith('s') && getMarks(lexicon, lowerCased) === 0

// After the word: ' 77', '-B12', ' HK 500'.
const modelNumber = /^(?:\s|-)(?:\p{Lu}{1,3}[\s-]?)?\d/u
// Enough characters for the pattern.
const modelNumberRange = 8

function precedesModelNumber({ word, start }: Token, line: string): boolean {
  const end = start + word.length
  return modelNumber.test(line.slice(end, end + modelNumberRange))
}

// Endings of regional place names and surnames.
const nameEnding =
  /(?:mann|hauser|hausen|heim|burg|berg|dorf|wil|wyl|ikon|ingen|igen|felden|matt|thal|tal|bach|bühl|egg|egger|li|ly|oud|az|oz|ens|ey|ier|otti|elli|etti|ini|ino|ski|sky)s?$/

/** `word` is in lower case. */
export const hasNameEnding = (word: string): boolean => nameEnding.test(word)
