import { readFileSync } from 'node:fs'
import { type LabelLanguage, languages, type MuseumTopic } from '@vitrine/contract'
import { fold, splitFoldedWords } from '@vitrine/text'
import concepts from './lexicon/concepts.json' with { type: 'json' }
import makes from './lexicon/makes.json' with { type: 'json' }
import { createNearWordFinder } from './near-words.ts'
import { createStemmer, foldUmlautSpelling } from './stem.ts'

/** A way to ask for a fact: every group must be met by one of its words. */
export interface Pattern {
  readonly concept: string
  /** It names the attribute; else it is a way to ask for it that counts only when nothing else is asked about. */
  readonly strong: boolean
  readonly groups: readonly (readonly string[])[]
}

interface PatternUse {
  readonly pattern: number
  readonly group: number
  readonly word: string
}

export interface Concept {
  /** Which rows answer it: the first set of which the item has any. */
  readonly rows: readonly (readonly string[])[]
  /** The question words that may ask for it, beside 'what' and 'which'. */
  readonly when?: readonly string[]
  /** The concept whose other words it shares. */
  readonly like?: string
  /** Asked for together with that one, this one is meant: 'until when was it built'. */
  readonly narrows?: string
  /** What a picture shows has it as well: 'How high is the Niesen?' does not ask for the picture's height. */
  readonly shown?: boolean
  /** Only pictures have it. */
  readonly pictures?: boolean
  /** People have it as well: 'How tall was Hodler?' */
  readonly living?: boolean
  /** Of a picture it is told only when the picture itself is named: 'Quanti anni ha?' asks how old the sitter is. */
  readonly named?: boolean
  /** It is told by a number: a sentence without one does not tell it of anything else either. */
  readonly number?: boolean
  /** Where it is not filled in, the text may tell it. */
  readonly told?: boolean
}

export type QuestionWordKind = 'who' | 'whom' | 'when' | 'where' | 'why' | 'amount' | 'extent'

/** Lists of words that are compared as typed; the README says what each holds. */
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
/** Lists of words that are compared by their stems. */
const stemLists = ['beside', 'item', 'light', 'other'] as const
type ListName = (typeof wordLists)[number] | (typeof stemLists)[number]

/** A language's words as the JSON files hold them: lists are separated by commas, alternatives by bars. */
interface LexiconSource extends Readonly<Record<ListName | 'endings' | 'wartime', string>> {
  readonly phrases: Readonly<Record<string, string>>
  readonly asking: Readonly<Partial<Record<QuestionWordKind, string>>>
  /** How visitors ask about the museum, greet and thank; and what may stand beside it. */
  readonly museum: Readonly<
    Record<'greeting' | 'thanks' | 'contact' | 'beside' | MuseumTopic, string>
  >
  readonly names: Readonly<Record<string, string>>
  readonly asks: Readonly<Record<string, string>>
  readonly with: Readonly<Record<string, string>>
  readonly same: readonly string[]
  /** The words for a number, by the number. */
  readonly numerals: Readonly<Record<string, string>>
  /** Those that mean something else in another language. */
  readonly ambiguousNumerals: string
  /** How numbers look that are not worked out. */
  readonly unreadNumerals: string
}

export const readLexiconSource = (language: LabelLanguage): LexiconSource =>
  JSON.parse(readFileSync(new URL(`lexicon/${language}.json`, import.meta.url), 'utf8'))

const conceptTable: Readonly<Record<string, Concept>> = concepts

export interface Lexicon extends Readonly<Record<ListName, ReadonlySet<string>>> {
  readonly language: LabelLanguage
  /** Ways to ask for each subject: of every group, one word must occur. */
  readonly museum: Readonly<
    Record<keyof LexiconSource['museum'], readonly (readonly (readonly string[])[])[]>
  >
  /** A word as `museum` has it: its stem, or `#` for a day or a month; with `=` before it, no other form. */
  readonly toMuseumForm: (word: string) => string
  readonly hasSpaces: boolean
  /** Words before a name that make it a thing: 'the Bugatti'. */
  readonly determiners: ReadonlySet<string>
  readonly phrases: readonly (readonly [from: string, to: string])[]
  readonly stem: (word: string) => string
  readonly patterns: readonly Pattern[]
  /** Which groups of which patterns a stem meets, and by which word. */
  readonly patternUses: ReadonlyMap<string, readonly PatternUse[]>
  /** The stems that belong to a concept: all ways to ask for it, and what may stand beside them. */
  readonly vocabulary: ReadonlyMap<string, ReadonlySet<string>>
  /** Words as typed that ask; those for an amount ('heavy', 'many') may say of what as well. */
  readonly asking: ReadonlyMap<string, QuestionWordKind>
  /** The words that some of them must follow: 'how' before 'old'. */
  readonly requiredPredecessors: ReadonlyMap<string, ReadonlySet<string>>
  readonly askingStems: ReadonlyMap<string, QuestionWordKind>
  readonly itemWords: ReadonlySet<string>
  /** Words as typed that are known by themselves: they are no form of another word. */
  readonly asThemselves: ReadonlySet<string>
  /** Makes of cars, in every script. */
  readonly makes: ReadonlySet<string>
  readonly fillStems: ReadonlySet<string>
  /** What a year of a world war tells beside its number. */
  readonly wartime: string
  /** Numbers in words. */
  readonly numerals: ReadonlySet<string>
  /** Numbers in words that are not worked out. */
  readonly unreadNumerals: RegExp | null
  /** One stem for forms and synonyms that no ending explains ('bought', 'buy'). */
  readonly same: ReadonlyMap<string, string>
  /** The word that was probably meant, where none is written like this. */
  readonly findNearWord: (word: string) => string | undefined
  /** For scripts without spaces: every word there is. */
  readonly words: ReadonlySet<string>
  readonly longestWord: number
}

/** The attributes that the lexicon asks for; a museum may have others, which are found by their labels. */
export const lexiconAttributeKeys: ReadonlySet<string> = new Set(
  Object.values(conceptTable).flatMap(({ rows }) => rows.flat()),
)

/** Those of them that only pictures have. */
export const pictureOnlyKeys = Object.values(conceptTable).flatMap(({ rows, pictures }) =>
  pictures ? rows.flat() : [],
)

/** Whether a word asks for a number: of something ('many', 'heavy'), or how far something goes ('long'). */
export const isNumberQuestionWord = (kind: QuestionWordKind | undefined): boolean =>
  kind === 'amount' || kind === 'extent'

/** Whether a word only asks: 'who', not 'heavy'. */
export const isPureQuestionWord = (kind: QuestionWordKind | undefined): boolean =>
  kind !== undefined && !isNumberQuestionWord(kind)

export const getConcept = (name: string): Concept | undefined => conceptTable[name]

const makeWords = makes.flatMap((names) => names.split(' '))

/** How a make that is named is written elsewhere: 'ブガッティ' for 'Bugatti'. */
export const listMakeSpellings = (names: string): string[] => {
  const named = new Set(splitFoldedWords(names))
  return makes.flatMap((make) => {
    const forms = make.split(' ')
    return forms.some((form) => named.has(form)) ? forms : []
  })
}

export const splitList = (text = ''): string[] =>
  text.split(',').flatMap((part) => part.trim() || [])

const lexicons = new Map<LabelLanguage, Lexicon>()

/** A language's lexicon, compiled at first use. */
export function getLexicon(language: LabelLanguage): Lexicon {
  const known = lexicons.get(language)
  if (known) return known
  const made = compileLexicon(language, readLexiconSource(language))
  lexicons.set(language, made)
  return made
}

function compileLexicon(language: LabelLanguage, source: LexiconSource): Lexicon {
  const plain = (word: string) => foldUmlautSpelling(fold(word), language)
  const stem = createStemmer(language, splitList(source.endings).map(plain))
  const plainWords = (...texts: readonly string[]) => new Set(texts.flatMap(splitList).map(plain))
  const stems = (text = '') => new Set(splitList(text).map((word) => stem(plain(word))))
  const groupsOf = (text: string) =>
    [...new Set(text.split(' '))].map((group) => group.split('|').map(plain))
  // Twice: 'days' loses an ending, and 'day' another one.
  const root = (word: string) => stem(stem(word))
  const [days, smallWords] = [
    new Set(splitList(source.times).map(plain).map(root)),
    plainWords(source.fill),
  ]
  // 'May' is a month, and 'may' is not.
  const isDay = (word: string) => days.has(root(word)) && !smallWords.has(word)
  const toMuseumForm = (word: string) =>
    isDay(word) ? '#' : word.startsWith('=') ? word : root(word)
  // 'Cómo está' greets, 'cómo este' does not.
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
