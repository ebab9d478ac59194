/** A word of three letters or fewer hardly ever tells what a sentence is about. */
const contentWord = /[\p{L}\p{N}]{4,}/gu

/** A sentence by its words: how much each weighs, and all of them together. */
interface SentenceVector {
  readonly weights: ReadonlyMap<string, number>
  readonly length: number
}

/**
 * How central each sentence is to all of them, as in LexRank: a sentence counts that has words in
 * common with many sentences that count themselves.
 */
function rankSentences(vectors: readonly SentenceVector[]): number[] {
  const similarities = vectors.map(() => new Float64Array(vectors.length))
  for (const [i, one] of vectors.entries()) {
    for (let j = 0; j < i; j++) {
      const shared = similarity(one, vectors[j] as SentenceVector)
      ;(similarities[i] as Float64Array)[j] = shared
      ;(similarities[j] as Float64Array)[i] = shared
    }
  }
  const totals = similarities.map((row) => row.reduce((sum, value) => sum + value, 0) || 1)

  let ranks = vectors.map(() => 1 / vectors.length)
  for (let round = 0; round < rankingRounds; round++) {
    ranks = ranks.map((_, i) => {
      const shared = similarities.reduce(
        (sum, row, j) => sum + ((row[i] ?? 0) / (totals[j] ?? 1)) * (ranks[j] ?? 0),
        0,
      )
      return (1 - damping) / vectors.length + damping * shared
    })
  }
  return ranks.map((rank, i) => rank * lengthFactor(vectors[i]))
}

const rankingRounds = 20
const damping = 0.85

interface ChoiceOptions {
  readonly count: number
  /** Added to how central a sentence is, where 1 is the average. */
  weight?(sentence: string, index: number): number
  /** Whether there is room for a sentence besides those already chosen. */
  fits?(sentence: string, chosen: readonly string[]): boolean
}

/**
 * The positions of the sentences that tell most, in their order. What resembles a chosen one tells
 * nothing new and counts for less.
 */
export function chooseSentences(
  sentences: readonly string[],
  { count, weight: added = () => 0, fits = () => true }: ChoiceOptions,
): number[] {
  const vectors = toVectors(sentences)
  const ranks = rankSentences(vectors).map(
    (rank, index) => rank * sentences.length + added(sentences[index] ?? '', index),
  )
  const novelty = sentences.map(() => 1)
  const chosen: number[] = []
  const refused = new Set<number>()
  const choose = (index: number) => {
    chosen.push(index)
    for (const [other, vector] of vectors.entries()) {
      novelty[other] = Math.min(
        novelty[other] ?? 1,
        1 - similarity(vector, vectors[index] as SentenceVector),
      )
    }
  }
  const worth = (index: number) =>
    chosen.includes(index) || refused.has(index) ? -1 : (ranks[index] ?? 0) * (novelty[index] ?? 0)

  while (chosen.length < Math.min(count, sentences.length)) {
    const next = sentences.reduce(
      (best, _, index) => (worth(index) > worth(best) ? index : best),
      0,
    )
    if (worth(next) <= 0) break
    const taken = chosen.map((index) => sentences[index] ?? '')
    if (fits(sentences[next] ?? '', taken)) choose(next)
    else refused.add(next)
  }
  return chosen.sort((a, b) => a - b)
}

/** Words that occur in few sentences weigh more. */
function toVectors(sentences: readonly string[]): SentenceVector[] {
  const words = sentences.map((sentence) => sentence.toLowerCase().match(contentWord) ?? [])
  const spread = new Map<string, number>()
  for (const some of words)
    for (const word of new Set(some)) spread.set(word, (spread.get(word) ?? 0) + 1)
  return words.map((some) => {
    const weights = new Map<string, number>()
    for (const word of some) {
      const rarity = Math.log(1 + sentences.length / (spread.get(word) ?? 1))
      weights.set(word, (weights.get(word) ?? 0) + rarity)
    }
    return { weights, length: Math.hypot(...weights.values()) }
  })
}

/** 1 for the same words, 0 for none in common. */
function similarity(one: SentenceVector, other: SentenceVector): number {
  let shared = 0
  for (const [word, weight] of one.weights) shared += weight * (other.weights.get(word) ?? 0)
  return shared === 0 ? 0 : shared / (one.length * other.length)
}

/** A sentence of three words tells little. */
const lengthFactor = (vector: SentenceVector | undefined): number =>
  Math.min(1, (vector?.weights.size ?? 0) / 4)

/**
 * What tells that a sentence matters, or that it does not, in three languages. Written small,
 * matched at the beginning of a word.
 */
const cues: readonly { readonly worth: number; readonly words: RegExp }[] = [
  // Decisions.
  cue(
    3,
    `beschloss entschied entscheid vereinbar genehmig bewillig abgelehnt lehnt zugesagt einigten zugestimm
     décid approuv accept refus convenu adopt voté
     decid agreed approv accepted rejected declined resolved`,
  ),
  // What is left to do.
  cue(
    2.5,
    `muss müssen bitte offen pendent fehlt fehlen brauchen braucht sollte sollten nachfragen erledigen spätestens frist
     faut faudra doit doivent devons prière manque urgent rappeler délai
     must please need needs missing todo deadline pending remind urgent`,
  ),
  // What went wrong, and what changed.
  cue(
    1.5,
    `schaden schäden defekt kaputt undicht ausgefallen riss kratzer rost unfall gestohlen gebrochen wasser alarm
     dégât panne fuite cassé fissur rouill accident volé fendu
     damage broken broke leak failed crack rust accident stolen scratch`,
  ),
  cue(
    1,
    `franken chf euro offerte rechnung vertrag leihvertrag versicherung budget spende schenkung
     francs devis facture contrat assurance donation budget
     invoice quote contract insurance loan donation budget`,
  ),
  // Greetings, weather, coffee.
  cue(
    -4,
    `hallo liebe lieber grüss gruss guten schönen wetter sonne sonnig regnet regnete nebel kaffee kuchen gipfeli znüni mittagessen
     gemütlich danke dank schönes lustig lachen müde
     bonjour salut chers chères merci météo soleil ensoleillé pluie pleut brouillard café croissant gâteau amicalement sympathique repas fatigué
     hello dear thanks thank weather sunny rain raining fog coffee cake lunch regards lovely funny tired`,
  ),
]

function cue(worth: number, words: string) {
  return { worth, words: new RegExp(`(?<!\\p{L})(?:${words.trim().split(/\s+/).join('|')})`, 'iu') }
}

const figure = /\d/
const date =
  /(?<!\p{L})(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|june|july|october|december)(?!\p{L})/iu
// Titles and pairs of capitals; a single capital inside a German sentence is any noun.
const name =
  /(?<!\p{L})(?:Herrn?|Frau|Firma|M\.|Mme|Mr|Mrs|Ms|Dr\.)\s+\p{Lu}|\p{Ll}\s+\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+/u

/**
 * How much a sentence tells by its words alone: decisions, tasks, figures, dates and names against
 * small talk.
 */
export function cueScore(sentence: string): number {
  const words = cues.reduce((sum, { worth, words }) => sum + (words.test(sentence) ? worth : 0), 0)
  return (
    words +
    (figure.test(sentence) ? 1.5 : 0) +
    (date.test(sentence) ? 1 : 0) +
    (name.test(sentence) ? 1 : 0)
  )
}
