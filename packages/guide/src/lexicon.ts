import { type LabelLanguage, languages } from '@vitrine/contract'
import { fold, splitFoldedWords } from '@vitrine/text'
import { conceptNames, getConcept, type QuestionWordKind } from './concepts.ts'
import makes from './lexicon/makes.json' with { type: 'json' }
import { type LexiconSource, readLexiconSource, splitList } from './lexicon-source.ts'
import { createNearWordFinder } from './near-words.ts'
import { createStemmer, foldUmlautSpelling } from './stem.ts'

/** A way to ask for a fact. The question must contain one word of every group. */
export interface Pattern {
  readonly concept: string
  /** False for a weaker way to ask for the attribute. */
  readonly namesAttribute: boolean
  readonly groups: readonly WordGroup[]
}

/** Alternative words, of which one must occur. */
type WordGroup = readonly string[]

interface PatternUse {
  readonly patternIndex: number
  readonly groupIndex: number
  readonly word: string
}

type MuseumPatterns = Readonly<Record<keyof LexiconSource['museum'], readonly WordGroup[][]>>

/**
 * The words of a language, compiled from its JSON file. `…Words` are compared as typed, `…Stems` by
 * stem; the README explains each list.
 */
export interface Lexicon {
  readonly language: LabelLanguage
  readonly hasSpaces: boolean
  readonly phrases: readonly (readonly [from: string, to: string])[]
  readonly stem: (word: string) => string

  readonly patterns: readonly Pattern[]
  /** Pattern groups that a stem matches, with the lexicon's word. */
  readonly patternUses: ReadonlyMap<string, readonly PatternUse[]>
  /** All stems of a concept: ways to ask for it and accompanying words. */
  readonly vocabulary: ReadonlyMap<string, ReadonlySet<string>>
  /** Ways to ask for each subject of a visit. */
  readonly museumPatterns: MuseumPatterns
  /**
   * Converts a word for `museumPatterns`: to its stem, or `#` for a day or month. '=' marks an exact
   * word.
   */
  readonly toMuseumForm: (word: string) => string

  /** Question words as typed. Those for amounts ('heavy', 'many') may also name the measure. */
  readonly questionWordKinds: ReadonlyMap<string, QuestionWordKind>
  readonly questionStemKinds: ReadonlyMap<string, QuestionWordKind>
  /** Words that must precede a question word: 'how' before 'old'. */
  readonly requiredPredecessors: ReadonlyMap<string, ReadonlySet<string>>
  /** Words that ask for one of what follows: 'which orchestra'. */
  readonly whichWords: ReadonlySet<string>

  /** Words that never change the meaning of a question: 'please', 'exactly'. */
  readonly fillers: ReadonlySet<string>
  readonly fillerStems: ReadonlySet<string>
  /** Common words that a text may express differently: 'get', 'find'. */
  readonly lightStems: ReadonlySet<string>
  /** Words that change nothing beside a word for the item: 'this blue car'. */
  readonly modifierStems: ReadonlySet<string>
  readonly conjunctions: ReadonlySet<string>
  readonly otherStems: ReadonlySet<string>

  /** Words for the item itself: 'car', 'painting'. */
  readonly itemWords: ReadonlySet<string>
  readonly itemStems: ReadonlySet<string>
  /** Words such as 'it', which mean the item. */
  readonly pronouns: ReadonlySet<string>
  /** Determiners after which a name means a thing: 'the Bugatti'. */
  readonly determiners: ReadonlySet<string>
  readonly peopleWords: ReadonlySet<string>
  /** Verbs that make a picture, and nothing else. */
  readonly paintingVerbs: ReadonlySet<string>
  readonly locationPrepositions: ReadonlySet<string>
  /** Makes of cars, in every script. */
  readonly makes: ReadonlySet<string>

  /** Words in a sentence that indicate a number. */
  readonly numberWords: ReadonlySet<string>
  /** Words in a sentence that indicate a time. */
  readonly timeWords: ReadonlySet<string>
  /** Verbs in a sentence that indicate a name: 'called'. */
  readonly nameVerbs: ReadonlySet<string>
  readonly presentWords: ReadonlySet<string>
  /** Term added to sentences with a year of a world war. */
  readonly wartimeStem: string
  /** Capitalised words that are not names, at the beginning of a sentence. */
  readonly sentenceStarters: ReadonlySet<string>
  /** Capitalised words that are not names, anywhere in a German sentence. */
  readonly commonNouns: ReadonlySet<string>

  /** Numbers in words. */
  readonly numerals: ReadonlySet<string>
  /** Number words whose value is not computed. */
  readonly unreadNumerals: RegExp | null
  /** The stem that stands for irregular forms and synonyms: 'buy' for 'bought'. */
  readonly synonymHeads: ReadonlyMap<string, string>
  /** Finds the word that was probably meant by an unknown one. */
  readonly findNearWord: (word: string) => string | undefined
  /** All words, for segmenting scripts without spaces. */
  readonly words: ReadonlySet<string>
  readonly longestWord: number
}

/** Whether a word asks for a number: an amount ('many', 'heavy') or an extent ('long'). */
export const isNumberQuestionWord = (kind: QuestionWordKind | undefined): boolean =>
  kind === 'amount' || kind === 'extent'

/** Whether a word is nothing but a question word: 'who', not 'heavy'. */
export const isPureQuestionWord = (kind: QuestionWordKind | undefined): boolean =>
  kind !== undefined && !isNumberQuestionWord(kind)

const makeWords = makes.flatMap((spellings) => spellings.split(' '))

/** Lists all spellings of the makes in a text: 'ブガッティ' for 'Bugatti'. */
export function listMakeSpellings(text: string): string[] {
  const textWords = new Set(splitFoldedWords(text))
  return makes
    .map((make) => make.split(' '))
    .filter((spellings) => spellings.some((spelling) => textWords.has(spelling)))
    .flat()
}

/** Compiled lexicons by language. */
const lexicons = new Map<LabelLanguage, Lexicon>()

/** A language's lexicon, compiled at first use. */
export function getLexicon(language: LabelLanguage): Lexicon {
  const cached = lexicons.get(language)
  if (cached) return cached

  const lexicon = compileLexicon(language, readLexiconSource(language))
  lexicons.set(language, lexicon)
  return lexicon
}

/** Brings the words of a language's file into the forms in which they are compared. */
interface WordForms {
  readonly fold: (word: string) => string
  readonly stem: (word: string) => string
  readonly toWords: (list?: string) => ReadonlySet<string>
  readonly toStems: (list?: string) => ReadonlySet<string>
  readonly toGroups: (phrase: string) => WordGroup[]
}

function createWordForms(language: LabelLanguage, source: LexiconSource): WordForms {
  const foldWord = (word: string) => foldUmlautSpelling(fold(word), language)
  const stem = createStemmer(language, splitList(source.endings).map(foldWord))
  return {
    fold: foldWord,
    stem,
    toWords: (list) => new Set(splitList(list).map(foldWord)),
    toStems: (list) => new Set(splitList(list).map((word) => stem(foldWord(word)))),
    toGroups: (phrase) =>
      [...new Set(phrase.split(' '))].map((group) => group.split('|').map(foldWord)),
  }
}

function compileLexicon(language: LabelLanguage, source: LexiconSource): Lexicon {
  const forms = createWordForms(language, source)
  const { toWords, toStems, stem } = forms
  const { hasSpaces, determiners } = languages[language]
  const patterns = compilePatterns(source, forms)
  const questionWords = compileQuestionWords(source, forms)
  const words = listAllWords(patterns, source, forms)

  return {
    language,
    hasSpaces,
    phrases: Object.entries(source.phrases),
    stem,

    patterns: patterns.map((pattern) => ({
      ...pattern,
      groups: pattern.groups.map((group) => group.map(stem)),
    })),
    patternUses: indexPatterns(patterns, stem),
    vocabulary: new Map(
      conceptNames.map((name) => [name, new Set(listVocabulary(name, patterns, source, forms))]),
    ),
    ...compileMuseumPatterns(source, forms, hasSpaces),

    ...questionWords,
    questionStemKinds: new Map(
      [...questionWords.questionWordKinds].map(([word, kind]) => [stem(word), kind]),
    ),
    whichWords: toWords(source.which),

    fillers: toWords(source.fill),
    fillerStems: toStems(source.fill),
    lightStems: toStems(source.light),
    modifierStems: toStems(source.beside),
    conjunctions: toWords(source.conjunctions),
    otherStems: toStems(source.other),

    itemWords: toWords(source.item),
    itemStems: toStems(source.item),
    pronouns: toWords(source.thing),
    determiners: toWords(determiners),
    peopleWords: toWords(source.people),
    paintingVerbs: toWords(source.painting),
    locationPrepositions: toWords(source.places),
    makes: new Set(makeWords.map((word) => stem(forms.fold(word)))),

    numberWords: toWords(source.numbers),
    timeWords: toWords(source.times),
    nameVerbs: toWords(source.naming),
    presentWords: toWords(source.now),
    wartimeStem: stem(forms.fold(source.wartime)),
    sentenceStarters: toWords(source.starters),
    commonNouns: toWords(source.commonNouns),

    numerals: new Set(Object.values(source.numerals).flatMap((numerals) => numerals.split(' '))),
    unreadNumerals: source.unreadNumerals === '' ? null : new RegExp(source.unreadNumerals, 'u'),
    synonymHeads: groupSynonyms(source.same, forms),
    findNearWord: createNearWordFinder(words),
    words,
    longestWord: Math.max(...[...words, ...makeWords].map((word) => word.length)),
  }
}

/** Compiles the ways to ask for each fact. Their words are not stemmed yet. */
function compilePatterns(source: LexiconSource, { toGroups }: WordForms): Pattern[] {
  const toPatterns = (lists: Readonly<Record<string, string>>, namesAttribute: boolean) =>
    Object.entries(lists).flatMap(([concept, list]) =>
      splitList(list).map((phrase) => ({ concept, namesAttribute, groups: toGroups(phrase) })),
    )
  return [...toPatterns(source.names, true), ...toPatterns(source.asks, false)]
}

function indexPatterns(patterns: readonly Pattern[], stem: WordForms['stem']) {
  const patternUses = new Map<string, PatternUse[]>()
  for (const [patternIndex, { groups }] of patterns.entries())
    for (const [groupIndex, alternatives] of groups.entries())
      for (const word of alternatives) {
        const uses = patternUses.get(stem(word)) ?? []
        uses.push({ patternIndex, groupIndex, word })
        patternUses.set(stem(word), uses)
      }
  return patternUses
}

/** All stems of a concept, and of the more general one that it narrows. */
function listVocabulary(
  concept: string,
  patterns: readonly Pattern[],
  source: LexiconSource,
  forms: WordForms,
): string[] {
  const { narrows, like } = getConcept(concept) ?? {}
  const ownWords = patterns
    .filter((pattern) => pattern.concept === concept)
    .flatMap(({ groups }) => groups.flat())
  const ownStems = [...ownWords, ...forms.toWords(source.with[like ?? concept])].map(forms.stem)
  return narrows ? [...ownStems, ...listVocabulary(narrows, patterns, source, forms)] : ownStems
}

function compileQuestionWords(source: LexiconSource, forms: WordForms) {
  const questionWordKinds = new Map<string, QuestionWordKind>()
  const requiredPredecessors = new Map<string, Set<string>>()
  for (const [kind, list] of Object.entries(source.asking) as [QuestionWordKind, string][])
    for (const entry of splitList(list)) {
      const [word = '', predecessor] = entry.split(' ').reverse().map(forms.fold)
      questionWordKinds.set(word, kind)
      if (!predecessor) continue
      const predecessors = requiredPredecessors.get(word) ?? new Set()
      requiredPredecessors.set(word, predecessors.add(predecessor))
    }
  return { questionWordKinds, requiredPredecessors }
}

function compileMuseumPatterns(source: LexiconSource, forms: WordForms, hasSpaces: boolean) {
  // Stems twice: 'days' loses one ending, then 'day' another.
  const toRoot = (word: string) => forms.stem(forms.stem(word))
  const dayRoots = new Set([...forms.toWords(source.times)].map(toRoot))
  const fillers = forms.toWords(source.fill)
  // 'May' is a month, but 'may' is a filler word.
  const isDay = (word: string) => dayRoots.has(toRoot(word)) && !fillers.has(word)

  const toMuseumForm = (word: string) => {
    if (isDay(word)) return '#'
    return word.startsWith('=') ? word : toRoot(word)
  }
  // 'Cómo está' is a greeting, 'cómo este' is not.
  const toCourtesyForm = (word: string) => (hasSpaces ? `=${word}` : word)

  const toPatterns = (subject: string, list: string) => {
    const toForm = subject === 'greeting' || subject === 'thanks' ? toCourtesyForm : toMuseumForm
    return splitList(list).map((phrase) => forms.toGroups(phrase).map((group) => group.map(toForm)))
  }
  const entries = Object.entries(source.museum).map(([subject, list]) => [
    subject,
    toPatterns(subject, list),
  ])
  return { toMuseumForm, museumPatterns: Object.fromEntries(entries) as MuseumPatterns }
}

/** Maps each form to the first form of its group. Two words joined by `_` are not stemmed. */
function groupSynonyms(groups: readonly string[], forms: WordForms): Map<string, string> {
  const heads = new Map<string, string>()
  for (const group of groups) {
    const synonyms = group
      .split(' ')
      .map((word) => (word.includes('_') ? forms.fold(word) : forms.stem(forms.fold(word))))
    const [first = ''] = synonyms
    const head =
      synonyms.map((form) => heads.get(form)).find((known) => known !== undefined) ?? first
    for (const form of synonyms) if (!heads.has(form)) heads.set(form, head)
  }
  return heads
}

/** All words of a language, those of its patterns first. */
function listAllWords(
  patterns: readonly Pattern[],
  source: LexiconSource,
  { toWords }: WordForms,
): ReadonlySet<string> {
  const { item, fill, beside, people, other, light, conjunctions } = source
  const lists = [
    ...[item, fill, beside, people, other, light, conjunctions],
    ...Object.values(source.with),
    ...Object.values(source.asking),
  ]
  return new Set([
    ...patterns.flatMap(({ groups }) => groups.flat()),
    ...lists.flatMap((list) => [...toWords(list)]),
  ])
}
