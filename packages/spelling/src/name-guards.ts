import { isCompound } from './compounds.ts'
import { getMarks, type Lexicon, Mark, standaloneMarks } from './lexicon/lexicon.ts'
import { isCapitalised, type Token } from './tokens.ts'

// Words before a name, in three languages: titles, professions, and institutions and things that are named after people.
const nameIntroducers = new Set(
  (
    'herr herrn frau familie firma dr prof gebrüder maler malerin künstler künstlerin bildhauer bildhauerin architekt ' +
    'fotograf fotografin komponist pianist restaurator galerie sammlung stiftung museum atelier garage schloss hotel ' +
    'verein archiv nachlass marke typ modell ' +
    'm mm mme mmes mlle monsieur madame messieurs mesdames maître maison peintre sculpteur sculptrice architecte ' +
    'photographe compositeur collection fondation musée château hôtel carrossier marque modèle type ' +
    'mr mrs ms miss sir lady lord painter sculptor architect photographer composer gallery foundation castle'
  ).split(' '),
)

// Small words inside names. German 'von' also stands between a thing and whose it is, so only a name before it counts.
const particles = new Set(
  'de du di del della van ter le la les saint sainte st san santa y'.split(' '),
)
const particlesAfterName = new Set('von der den des'.split(' '))
const foreignParticles = new Set('di del della van ter saint sainte san santa'.split(' '))

/** 'Hannah Höch', 'Jan van Goyen', 'Iso-Rivolta', 'Tatra 77': a word with a capital that belongs to a name around it. */
export function isPartOfName(
  at: number,
  tokens: readonly Token[],
  line: string,
  lexicon: Lexicon,
): boolean {
  const token = tokens[at]
  if (!token || !isCapitalised(token.word)) return false
  return (
    followsTitle(at, tokens) ||
    isNextToName(at, tokens, lexicon) ||
    precedesModelNumber(token, line)
  )
}

function followsTitle(at: number, tokens: readonly Token[]): boolean {
  for (let place = at; place > 0 && at - place < 3; place--) {
    const [before, here] = [tokens[place - 1], tokens[place]]
    if (!before || !here || !/^[.\s]*$/.test(here.gap)) return false
    const small = before.word.toLowerCase()
    if (nameIntroducers.has(small)) return true
    if (!isCapitalised(before.word) && !particles.has(small) && !particlesAfterName.has(small))
      return false
  }
  return false
}

/** Whether a word next to it, or behind a particle, can only be a name. */
function isNextToName(at: number, tokens: readonly Token[], lexicon: Lexicon): boolean {
  for (const direction of [-1, 1]) {
    for (let steps = 1; steps <= 3; steps++) {
      const other = tokens[at + direction * steps]
      const gap = (direction < 0 ? tokens[at + direction * steps + 1] : other)?.gap
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

/** 'Käsers Batterie': the word after a genitive is no part of the name. */
const isGenitive = (small: string, lexicon: Lexicon): boolean =>
  small.endsWith('s') && getMarks(lexicon, small) === 0

const modelNumber = /^(?:\s|-)(?:\p{Lu}{1,3}[\s-]?)?\d/u

const precedesModelNumber = ({ word, start }: Token, line: string): boolean =>
  modelNumber.test(line.slice(start + word.length, start + word.length + 8))

// How places and people are called in these parts.
const nameEnding =
  /(?:mann|hauser|hausen|heim|burg|berg|dorf|wil|wyl|ikon|ingen|igen|felden|matt|thal|tal|bach|bühl|egg|egger|li|ly|oud|az|oz|ens|ey|ier|otti|elli|etti|ini|ino|ski|sky)s?$/

export const soundsLikeName = (small: string): boolean => nameEnding.test(small)
