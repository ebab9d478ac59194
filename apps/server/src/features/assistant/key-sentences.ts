/** Words of four letters or more; shorter ones rarely carry meaning. */
const contentWord = /[\p{L}\p{N}]{4,}/gu

/** A sentence as a vector of word weights. */
interface SentenceVector {
  readonly weights: ReadonlyMap<string, number>
  readonly length: number
}

interface ChoiceOptions {
  readonly count: number
  /** Added to the rank of a sentence; the average rank is 1. */
  weight?(sentence: string, index: number): number
  /** Whether a sentence fits in addition to the chosen ones. */
  fits?(sentence: string, chosen: readonly string[]): boolean
}

/**
 * Chooses the most relevant sentences and returns their indexes in order. Similarity to a chosen
 * sentence lowers a sentence's score.
 */
export function chooseSentences(
  sentences: readonly string[],
  { count, weight = () => 0, fits = () => true }: ChoiceOptions,
): number[] {
  const vectors = toVectors(sentences)
  const ranks = rankSentences(vectors).map(
    (rank, index) => rank * sentences.length + weight(sentences[index] ?? '', index),
  )
  const novelty = sentences.map(() => 1)
  const chosen: number[] = []
  const rejected = new Set<number>()
  const choose = (index: number) => {
    chosen.push(index)
    for (const [otherIndex, vector] of vectors.entries()) {
      const difference = 1 - computeSimilarity(vector, vectors[index] as SentenceVector)
      novelty[otherIndex] = Math.min(novelty[otherIndex] ?? 1, difference)
    }
  }
  /** Negative for sentences that were chosen or rejected before. */
  const computeScore = (index: number) =>
    chosen.includes(index) || rejected.has(index) ? -1 : (ranks[index] ?? 0) * (novelty[index] ?? 0)
  const findBestIndex = () => {
    let bestIndex = 0
    for (const index of sentences.keys())
      if (computeScore(index) > computeScore(bestIndex)) bestIndex = index
    return bestIndex
  }

  while (chosen.length < Math.min(count, sentences.length)) {
    const candidate = findBestIndex()
    if (computeScore(candidate) <= 0) break
    const chosenTexts = chosen.map((index) => sentences[index] ?? '')
    if (fits(sentences[candidate] ?? '', chosenTexts)) choose(candidate)
    else rejected.add(candidate)
  }
  return chosen.sort((a, b) => a - b)
}

/** After these rounds, ranks hardly change. */
const rankingRounds = 20
/** Share of a rank that comes from similar sentences, as usual for PageRank. */
const damping = 0.85

/**
 * Ranks sentences by centrality, as in LexRank: a sentence ranks high if it shares words with many
 * sentences that rank high.
 */
function rankSentences(vectors: readonly SentenceVector[]): number[] {
  const similarities = vectors.map(() => new Float64Array(vectors.length))
  for (const [i, vector] of vectors.entries()) {
    for (let j = 0; j < i; j++) {
      const similarity = computeSimilarity(vector, vectors[j] as SentenceVector)
      ;(similarities[i] as Float64Array)[j] = similarity
      ;(similarities[j] as Float64Array)[i] = similarity
    }
  }
  const totals = similarities.map((row) => row.reduce((sum, value) => sum + value, 0) || 1)

  let ranks = vectors.map(() => 1 / vectors.length)
  for (let round = 0; round < rankingRounds; round++) {
    ranks = ranks.map((_, i) => {
      const rankFromSimilar = similarities.reduce(
        (sum, row, j) => sum + ((row[i] ?? 0) / (totals[j] ?? 1)) * (ranks[j] ?? 0),
        0,
      )
      return (1 - damping) / vectors.length + damping * rankFromSimilar
    })
  }
  return ranks.map((rank, i) => rank * computeLengthFactor(vectors[i]))
}

/** Weights words by their rarity among the sentences. */
function toVectors(sentences: readonly string[]): SentenceVector[] {
  const wordsBySentence = sentences.map(
    (sentence) => sentence.toLowerCase().match(contentWord) ?? [],
  )
  const sentenceCounts = new Map<string, number>()
  for (const sentenceWords of wordsBySentence)
    for (const word of new Set(sentenceWords))
      sentenceCounts.set(word, (sentenceCounts.get(word) ?? 0) + 1)
  return wordsBySentence.map((sentenceWords) => {
    const weights = new Map<string, number>()
    for (const word of sentenceWords) {
      const rarity = Math.log(1 + sentences.length / (sentenceCounts.get(word) ?? 1))
      weights.set(word, (weights.get(word) ?? 0) + rarity)
    }
    return { weights, length: Math.hypot(...weights.values()) }
  })
}

/** Cosine similarity: 1 for the same words, 0 for no common word. */
function computeSimilarity(first: SentenceVector, second: SentenceVector): number {
  let dotProduct = 0
  for (const [word, weight] of first.weights) dotProduct += weight * (second.weights.get(word) ?? 0)
  return dotProduct === 0 ? 0 : dotProduct / (first.length * second.length)
}

const minDistinctWords = 4

/** Reduces the rank of sentences with fewer different words than the minimum. */
const computeLengthFactor = (vector: SentenceVector | undefined): number =>
  Math.min(1, (vector?.weights.size ?? 0) / minDistinctWords)

/**
 * Beginnings of words, in lower case and three languages, that make a sentence more or (with a
 * negative weight) less relevant.
 */
const cues: readonly { readonly weight: number; readonly words: RegExp }[] = [
  // Decisions.
  createCue(
    3,
    `beschloss entschied entscheid vereinbar genehmig bewillig abgelehnt lehnt zugesagt
     einigten zugestimm
     décid approuv accept refus convenu adopt voté
     decid agreed approv accepted rejected declined resolved`,
  ),
  // Open tasks.
  createCue(
    2.5,
    `muss müssen bitte offen pendent fehlt fehlen brauchen braucht sollte sollten nachfragen
     erledigen spätestens frist
     faut faudra doit doivent devons prière manque urgent rappeler délai
     must please need needs missing todo deadline pending remind urgent`,
  ),
  // Damage and incidents.
  createCue(
    3,
    `schaden schäden beschädigt defekt kaputt undicht ausgefallen riss gerissen kratzer rost
     unfall gestohlen gebrochen abgebrochen zerbrochen gesprungen zersprungen schimmel löst
     verliert tropft leck wasser alarm
     dégât panne fuite cassé fissur rouill accident volé fendu abîmé abîmée brisé crevé
     crevée rayure rayé déchir moisi tache soulève infiltration
     damage broken broke leak failed crack rust accident stolen scratch chipped smashed
     shattered torn dented mould stain flaking dripping`,
  ),
  // Money and contracts.
  createCue(
    1,
    `franken chf euro offerte rechnung vertrag leihvertrag versicherung budget spende
     schenkung ausleih leihgabe gekauft ersetzt
     francs devis facture contrat assurance donation budget prêt emprunt acheté remplacé
     invoice quote contract insurance loan donation budget borrow bought replaced`,
  ),
  // Routine. A dehumidifier that breaks is still damage.
  createCue(-2.5, 'entfeuchter luftentfeuchter déshumidificateur dehumidifier'),
  // Small talk.
  createCue(
    -4,
    `hallo liebe lieber grüss gruss guten schönen wetter sonne sonnig regnet regnete nebel
     kaffee kuchen gipfeli znüni mittagessen
     gemütlich danke dank schönes lustig lachen müde
     bonjour salut chers chères merci météo soleil ensoleillé pluie pleut brouillard café
     croissant gâteau amicalement sympathique repas fatigué
     hello dear thanks thank weather sunny rain raining fog coffee cake lunch regards lovely
     funny tired`,
  ),
]

function createCue(weight: number, words: string) {
  return {
    weight,
    words: new RegExp(`(?<!\\p{L})(?:${words.trim().split(/\s+/).join('|')})`, 'iu'),
  }
}

const figurePattern = /\d/
const figureWeight = 1.5
// Weekdays and months in three languages, without the ambiguous English 'May'.
const datePattern =
  /(?<!\p{L})(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|june|july|october|december)(?!\p{L})/iu
const dateWeight = 1
// Titles, pairs of capitalised words, and a single one after a French or English article. In German,
// a single one may be any noun.
const namePattern =
  /(?<!\p{L})(?:Herrn?|Frau|Firma|M\.|Mme|Mr|Mrs|Ms|Dr\.)\s+\p{Lu}|\p{Ll}\s+\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+|(?<!\p{L})(?:the|of|la|le|du)\s+\p{Lu}\p{Ll}+/u
const nameWeight = 2

/**
 * Scores a sentence by its words alone: decisions, tasks, figures, dates and names against small
 * talk.
 */
export function scoreByCues(sentence: string): number {
  const cueWeight = cues
    .filter(({ words }) => words.test(sentence))
    .reduce((sum, { weight }) => sum + weight, 0)
  return (
    cueWeight +
    (figurePattern.test(sentence) ? figureWeight : 0) +
    (datePattern.test(sentence) ? dateWeight : 0) +
    (namePattern.test(sentence) ? nameWeight : 0)
  )
}
