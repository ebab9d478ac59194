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

// Lower-case words within names. German 'von' also has other uses, so it requires a name before it.
const particles = new Set(
  'de du di del della van ter le la les saint sainte st san santa y'.split(' '),
)
const particlesAfterName = new Set('von der den des'.split(' '))
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

function followsTitle(index: number, tokens: readonly Token[]): boolean {
  for (let current = index; current > 0 && index - current < 3; current--) {
    const [previousToken, token] = [tokens[current - 1], tokens[current]]
    if (!previousToken || !token || !/^[.\s]*$/.test(token.gap)) return false
    const small = previousToken.word.toLowerCase()
    if (nameIntroducers.has(small)) return true
    if (
      !isCapitalised(previousToken.word) &&
      !particles.has(small) &&
      !particlesAfterName.has(small)
    )
      return false
  }
  return false
}

/** Whether a neighbouring word, possibly with a particle between, is certainly a name. */
function isNextToName(index: number, tokens: readonly Token[], lexicon: Lexicon): boolean {
  for (const direction of [-1, 1]) {
    for (let steps = 1; steps <= 3; steps++) {
      const other = tokens[index + direction * steps]
      const gap = (direction < 0 ? tokens[index + direction * steps + 1] : other)?.gap
      if (!other || gap === undefined || !/^(?:\s|-|\s?&\s?|['’])$/.test(gap)) break
      const small = other.word.toLowerCase()
      if (foreignParticles.has(small)) return true
      if (!isCapitalised(other.word)) {
        if (particles.has(small) || (direction < 0 && particlesAfterName.has(small))) continue
        break
      }
      if (isName(small, lexicon) && !(direction < 0 && isGenitive(small, lexicon))) return true
      break
    }
  }
  return false
}

function isName(small: string, lexicon: Lexicon): boolean {
  const marks = getMarks(lexicon, small)
  if ((marks & (standaloneMarks | Mark.seen)) === 0) return !isCompound(lexicon, small)
  return (marks & Mark.name) !== 0 && (marks & Mark.small) === 0
}

/** The word after a genitive is not part of the name: 'Käsers Batterie'. */
const isGenitive = (small: string, lexicon: Lexicon): boolean =>
  small.endsWith('s') && getMarks(lexicon, small) === 0

const modelNumber = /^(?:\s|-)(?:\p{Lu}{1,3}[\s-]?)?\d/u

const precedesModelNumber = ({ word, start }: Token, line: string): boolean =>
  modelNumber.test(line.slice(start + word.length, start + word.length + 8))

// Endings of regional place names and surnames.
const nameEnding =
  /(?:mann|hauser|hausen|heim|burg|berg|dorf|wil|wyl|ikon|ingen|igen|felden|matt|thal|tal|bach|bühl|egg|egger|li|ly|oud|az|oz|ens|ey|ier|otti|elli|etti|ini|ino|ski|sky)s?$/

export const hasNameEnding = (small: string): boolean => nameEnding.test(small)
