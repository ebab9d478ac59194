import { readFileSync } from 'node:fs'
import { type LabelLanguage, languages, type MuseumTopic } from '@vitrine/contract'
import { fold, splitFoldedWords } from '@vitrine/text'
import concepts from './lexicon/concepts.json' with { type: 'json' }
import makes from './lexicon/makes.json' with { type: 'json' }
import { createNearWordFinder } from './near-words.ts'
import { createStemmer, foldUmlautSpelling } from './stem.ts'

/** A way to ask for a fact. The question must contain one word of every group. */
export interface Pattern {
  readonly concept: string
  /** Whether it names the attribute; otherwise it is a weaker way to ask for it. */
  readonly strong: boolean
  readonly groups: readonly (readonly string[])[]
}

interface PatternUse {
  readonly pattern: number
  readonly group: number
  readonly word: string
}

export interface Concept {
  /** Sets of answering rows. The first set with a filled row is used. */
  readonly rows: readonly (readonly string[])[]
  /** Question words that may ask for it, besides 'what' and 'which'. */
  readonly when?: readonly string[]
  /** Concept whose accompanying words it shares. */
  readonly like?: string
  /** More general concept, over which it takes precedence: 'until when was it built'. */
  readonly narrows?: string
  /** Also applies to the motif of a picture: 'How high is the Niesen?' */
  readonly shown?: boolean
  /** Applies to pictures only. */
  readonly pictures?: boolean
  /** Also applies to people: 'How tall was Hodler?' */
  readonly living?: boolean
  /**
   * For pictures, requires that the question mentions the picture: 'Quanti anni ha?' means the
   * sitter.
   */
  readonly named?: boolean
  /** The answer is a number; sentences without one do not answer it. */
  readonly number?: boolean
  /** If the row is empty, the text may contain the answer. */
  readonly told?: boolean
}

export type QuestionWordKind = 'who' | 'whom' | 'when' | 'where' | 'why' | 'amount' | 'extent'

/** Lists of words that are compared as typed; the README explains each. */
const wordLists = [
  'commonNouns',
  'conjunctions',
  'fill',
  'naming',
  'now',
  'numbers',
  'painting',
  'people',
  'places',
  'starters',
  'thing',
  'times',
  'which',
] as const
/** Lists of words that are compared by stem. */
const stemLists = ['beside', 'item', 'light', 'other'] as const
type ListName = (typeof wordLists)[number] | (typeof stemLists)[number]

/** Content of a language's JSON file. Commas separate entries, bars alternatives. */
interface LexiconSource extends Readonly<Record<ListName | 'endings' | 'wartime', string>> {
  readonly phrases: Readonly<Record<string, string>>
  readonly asking: Readonly<Partial<Record<QuestionWordKind, string>>>
  /**
   * Ways to ask about the museum, to greet and thank; `beside` has words that may accompany them.
   */
  readonly museum: Readonly<
    Record<'greeting' | 'thanks' | 'contact' | 'beside' | MuseumTopic, string>
  >
  readonly names: Readonly<Record<string, string>>
  readonly asks: Readonly<Record<string, string>>
  readonly with: Readonly<Record<string, string>>
  readonly same: readonly string[]
  /** Number words by number. */
  readonly numerals: Readonly<Record<string, string>>
  /** Number words that have another meaning in another language. */
  readonly ambiguousNumerals: string
  /** Pattern of number words whose value is not computed. */
  readonly unreadNumerals: string
}

export const readLexiconSource = (language: LabelLanguage): LexiconSource =>
  JSON.parse(readFileSync(new URL(`lexicon/${language}.json`, import.meta.url), 'utf8'))

const conceptTable: Readonly<Record<string, Concept>> = concepts

export interface Lexicon extends Readonly<Record<ListName, ReadonlySet<string>>> {
  readonly language: LabelLanguage
  /** Ways to ask for each subject; one word of every group must occur. */
  readonly museum: Readonly<
    Record<keyof LexiconSource['museum'], readonly (readonly (readonly string[])[])[]>
  >
  /**
   * Converts a word for `museum`: to its stem, or `#` for a day or month. '=' marks an exact word.
   */
  readonly toMuseumForm: (word: string) => string
  readonly hasSpaces: boolean
  /** Determiners that turn a name into a thing: 'the Bugatti'. */
  readonly determiners: ReadonlySet<string>
  readonly phrases: readonly (readonly [from: string, to: string])[]
  readonly stem: (word: string) => string
  readonly patterns: readonly Pattern[]
  /** Pattern groups that a stem matches, with the lexicon's word. */
  readonly patternUses: ReadonlyMap<string, readonly PatternUse[]>
  /** All stems of a concept: ways to ask for it and accompanying words. */
  readonly vocabulary: ReadonlyMap<string, ReadonlySet<string>>
  /** Question words as typed. Those for amounts ('heavy', 'many') may also name the measure. */
  readonly asking: ReadonlyMap<string, QuestionWordKind>
  /** Words that must precede a question word: 'how' before 'old'. */
  readonly requiredPredecessors: ReadonlyMap<string, ReadonlySet<string>>
  readonly askingStems: ReadonlyMap<string, QuestionWordKind>
  readonly itemWords: ReadonlySet<string>
  /** Words as typed that are not inflections of another word. */
  readonly asThemselves: ReadonlySet<string>
  /** Makes of cars, in every script. */
  readonly makes: ReadonlySet<string>
  readonly fillStems: ReadonlySet<string>
  /** Term added to sentences with a year of a world war. */
  readonly wartime: string
  /** Numbers in words. */
  readonly numerals: ReadonlySet<string>
  /** Number words whose value is not computed. */
  readonly unreadNumerals: RegExp | null
  /** Common stem of irregular forms and synonyms ('bought', 'buy'). */
  readonly same: ReadonlyMap<string, string>
  /** Finds the word that was probably meant by an unknown one. */
  readonly findNearWord: (word: string) => string | undefined
  /** All words, for segmenting scripts without spaces. */
  readonly words: ReadonlySet<string>
  readonly longestWord: number
}

/** Attributes that the lexicon knows. Others are found by their labels. */
export const lexiconAttributeKeys: ReadonlySet<string> = new Set(
  Object.values(conceptTable).flatMap(({ rows }) => rows.flat()),
)

/** Attributes that only pictures have. */
export const pictureOnlyKeys = Object.values(conceptTable).flatMap(({ rows, pictures }) =>
  pictures ? rows.flat() : [],
)

/** Whether a word asks for a number: an amount ('many', 'heavy') or an extent ('long'). */
export const isNumberQuestionWord = (kind: QuestionWordKind | undefined): boolean =>
  kind === 'amount' || kind === 'extent'

/** Whether a word is nothing but a question word: 'who', not 'heavy'. */
export const isPureQuestionWord = (kind: QuestionWordKind | undefined): boolean =>
  kind !== undefined && !isNumberQuestionWord(kind)

export const getConcept = (name: string): Concept | undefined => conceptTable[name]

const makeWords = makes.flatMap((names) => names.split(' '))

/** All spellings of the makes in a text: 'ブガッティ' for 'Bugatti'. */
export const listMakeSpellings = (text: string): string[] => {
  const named = new Set(splitFoldedWords(text))
  return makes.flatMap((make) => {
    const forms = make.split(' ')
    return forms.some((form) => named.has(form)) ? forms : []
  })
}

export const splitList = (text = ''): string[] =>
  text.split(',').flatMap((part) => part.trim() || [])

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

function compileLexicon(language: LabelLanguage, source: LexiconSource): Lexicon {
  const plain = (word: string) => foldUmlautSpelling(fold(word), language)
  const stem = createStemmer(language, splitList(source.endings).map(plain))
  const plainWords = (...texts: readonly string[]) => new Set(texts.flatMap(splitList).map(plain))
  const stems = (text = '') => new Set(splitList(text).map((word) => stem(plain(word))))
  const groupsOf = (text: string) =>
    [...new Set(text.split(' '))].map((group) => group.split('|').map(plain))
  // Stems twice: 'days' loses one ending, then 'day' another.
  const root = (word: string) => stem(stem(word))
  const [days, smallWords] = [
    new Set(splitList(source.times).map(plain).map(root)),
    plainWords(source.fill),
  ]
  // 'May' is a month, but 'may' is a filler word.
  const isDay = (word: string) => days.has(root(word)) && !smallWords.has(word)
  const toMuseumForm = (word: string) => {
    if (isDay(word)) return '#'
    return word.startsWith('=') ? word : root(word)
  }
  // 'Cómo está' is a greeting, 'cómo este' is not.
  const courtesyWord = (word: string) => (languages[language].hasSpaces ? `=${word}` : word)
  const visitPhrases = ([subject, text]: readonly [string, string]) => {
    const form = subject === 'greeting' || subject === 'thanks' ? courtesyWord : toMuseumForm
    return [
      subject,
      splitList(text).map((phrase) => groupsOf(phrase).map((group) => group.map(form))),
    ]
  }
  const patterns: Pattern[] = []
  for (const strong of [true, false])
    for (const [concept, text] of Object.entries(strong ? source.names : source.asks))
      for (const pattern of splitList(text))
        patterns.push({ concept, strong, groups: groupsOf(pattern) })
  const patternUses = new Map<string, PatternUse[]>()
  const words = new Set<string>()
  for (const [pattern, { groups }] of patterns.entries())
    for (const [group, alternatives] of groups.entries())
      for (const word of alternatives) {
        words.add(word)
        const key = stem(word)
        const places = patternUses.get(key) ?? []
        places.push({ pattern, group, word })
        patternUses.set(key, places)
      }
  const asking = new Map<string, QuestionWordKind>()
  const requiredPredecessors = new Map<string, Set<string>>()
  for (const [kind, text] of Object.entries(source.asking) as [QuestionWordKind, string][])
    for (const entry of splitList(text)) {
      const [word = '', before] = entry.split(' ').reverse().map(plain)
      asking.set(word, kind)
      if (before)
        requiredPredecessors.set(word, (requiredPredecessors.get(word) ?? new Set()).add(before))
    }
  const vocabularyOf = (concept: string): string[] => {
    const { narrows, like } = conceptTable[concept] ?? {}
    const own = patterns
      .filter((pattern) => pattern.concept === concept)
      .flatMap(({ groups }) => groups.flat())
    const beside = splitList(source.with[like ?? concept]).map(plain)
    return [...own, ...beside].map(stem).concat(narrows ? vocabularyOf(narrows) : [])
  }
  const { item, fill, beside, people, other, light, conjunctions } = source
  const askingLists = Object.values(source.asking)
  const others = [
    item,
    fill,
    beside,
    people,
    other,
    light,
    conjunctions,
    ...Object.values(source.with),
  ]
  for (const word of plainWords(...others, ...askingLists)) words.add(word)
  const grouped = (groups: readonly string[]) => {
    const heads = new Map<string, string>()
    for (const group of groups) {
      const forms = group
        .split(' ')
        .map((word) => (word.includes('_') ? plain(word) : stem(plain(word))))
      const [first = ''] = forms
      const head =
        forms.map((form) => heads.get(form)).find((known) => known !== undefined) ?? first
      for (const form of forms) if (!heads.has(form)) heads.set(form, head)
    }
    return heads
  }
  const named = <Name extends ListName, T>(names: readonly Name[], read: (list: string) => T) =>
    Object.fromEntries(names.map((name) => [name, read(source[name])])) as Record<Name, T>
  return {
    ...named(wordLists, (text) => plainWords(text)),
    ...named(stemLists, stems),
    makes: new Set(makeWords.map((word) => stem(plain(word)))),
    language,
    museum: Object.fromEntries(Object.entries(source.museum).map(visitPhrases)),
    toMuseumForm,
    hasSpaces: languages[language].hasSpaces,
    determiners: plainWords(languages[language].determiners),
    phrases: Object.entries(source.phrases),
    stem,
    patterns: patterns.map((pattern) => ({
      ...pattern,
      groups: pattern.groups.map((group) => group.map(stem)),
    })),
    patternUses,
    vocabulary: new Map(
      Object.keys(conceptTable).map((concept) => [concept, new Set(vocabularyOf(concept))]),
    ),
    asking,
    requiredPredecessors,
    askingStems: new Map([...asking].map(([word, kind]) => [stem(word), kind])),
    itemWords: plainWords(item),
    asThemselves: plainWords(item, fill, ...askingLists),
    fillStems: stems(fill),
    wartime: stem(plain(source.wartime)),
    numerals: new Set(Object.values(source.numerals).flatMap((words) => words.split(' '))),
    unreadNumerals: source.unreadNumerals === '' ? null : new RegExp(source.unreadNumerals, 'u'),
    same: grouped(source.same),
    findNearWord: createNearWordFinder(words),
    words,
    longestWord: Math.max(...[...words, ...makeWords].map((word) => word.length)),
  }
}
