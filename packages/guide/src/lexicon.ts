import type { LabelLanguage } from '@vitrine/contract'
import { fold, wordsOf } from '@vitrine/text'
import concepts from './lexicon/concepts.json' with { type: 'json' }
import de from './lexicon/de.json' with { type: 'json' }
import en from './lexicon/en.json' with { type: 'json' }
import es from './lexicon/es.json' with { type: 'json' }
import fr from './lexicon/fr.json' with { type: 'json' }
import it from './lexicon/it.json' with { type: 'json' }
import ja from './lexicon/ja.json' with { type: 'json' }
import makes from './lexicon/makes.json' with { type: 'json' }
import pt from './lexicon/pt.json' with { type: 'json' }
import ru from './lexicon/ru.json' with { type: 'json' }
import zh from './lexicon/zh.json' with { type: 'json' }
import { nearWords } from './near-words.ts'
import { plainWord, stemmer } from './stem.ts'

/** A way to ask for a fact: every group must be met by one of its words. */
export interface Pattern {
  readonly concept: string
  /** It names the attribute; else it is a way to ask for it that counts only when nothing else is asked about. */
  readonly strong: boolean
  readonly groups: readonly (readonly string[])[]
}

interface Use {
  readonly pattern: number
  readonly group: number
  readonly word: string
}

export interface Concept {
  /** Which rows answer it: the first set of which the item has any. */
  readonly rows: readonly (readonly string[])[]
  /** The question words that may ask for it, beside 'what' and 'which'. */
  readonly when?: readonly string[]
  /** The concept whose companions it shares. */
  readonly like?: string
  /** Asked for together with that one, this one is meant: 'until when was it built'. */
  readonly narrows?: string
  /** What a picture shows has it as well: 'How high is the Niesen?' does not ask for the picture's height. */
  readonly shown?: boolean
  /** It is told by a number: a sentence without one does not tell it of anything else either. */
  readonly number?: boolean
  /** Where it is not filled in, the text may tell it. */
  readonly told?: boolean
}

export type Asking = 'who' | 'whom' | 'when' | 'where' | 'why' | 'amount' | 'extent'

/** A language's words as the JSON files hold them: lists are separated by commas, alternatives by bars. */
interface Source {
  readonly phrases: Readonly<Record<string, string>>
  readonly asking: Readonly<Partial<Record<Asking, string>>>
  readonly names: Readonly<Record<string, string>>
  readonly asks: Readonly<Record<string, string>>
  readonly with: Readonly<Record<string, string>>
  readonly item: string
  readonly this: string
  readonly articles?: string
  readonly of?: string
  readonly prepositions?: string
  readonly born?: string
  readonly sold?: string
  readonly span?: string
  readonly today?: string
  readonly fill: string
  readonly beside: string
  readonly things: string
  readonly beyond: string
  readonly conjunctions: string
  readonly other: string
  readonly endings: string
  readonly soft?: string
  readonly light?: string
  readonly numbers?: string
  readonly times?: string
  readonly wartime?: string
  readonly because?: string
  readonly naming?: string
  readonly which?: string
  readonly same?: readonly string[]
  readonly related?: readonly string[]
}

const sources: Readonly<Record<LabelLanguage, Source>> = { en, de, fr, it, es, pt, ru, zh, ja }
const conceptTable: Readonly<Record<string, Concept>> = concepts

export interface Lexicon {
  readonly language: LabelLanguage
  readonly phrases: readonly (readonly [from: string, to: string])[]
  readonly stem: (word: string) => string
  readonly patterns: readonly Pattern[]
  /** Which groups of which patterns a stem meets, and by which word. */
  readonly uses: ReadonlyMap<string, readonly Use[]>
  readonly companions: ReadonlyMap<string, ReadonlySet<string>>
  /** Words as typed that ask; those for an amount ('heavy', 'many') may say of what as well. */
  readonly asking: ReadonlyMap<string, Asking>
  /** The words that some of them must follow: 'how' before 'old'. */
  readonly askingAfter: ReadonlyMap<string, ReadonlySet<string>>
  readonly askingStems: ReadonlyMap<string, Asking>
  readonly item: ReadonlySet<string>
  readonly itemWords: ReadonlySet<string>
  /** Words as typed that are known by themselves: they are no form of another word. */
  readonly asThemselves: ReadonlySet<string>
  /** What follows them is the item, whatever it is called ('this monster'). */
  readonly pointing: ReadonlySet<string>
  readonly articles: ReadonlySet<string>
  /** What follows an article or one of them is what is asked about: 'the weight of …'. */
  readonly beforeNouns: ReadonlySet<string>
  /** What follows them says where or when. */
  readonly prepositions: ReadonlySet<string>
  /** People are born; a car only where it is named as one. */
  readonly born: ReadonlySet<string>
  /** The year in which it was sold is not the year in which it was made. */
  readonly sold: ReadonlySet<string>
  /** From when to when it was sold, it was made. */
  readonly span: ReadonlySet<string>
  /** Who has it today is not who had it. */
  readonly today: ReadonlySet<string>
  /** Makes of cars, in every script. */
  readonly makes: ReadonlySet<string>
  /** Words as typed that ask for nothing. */
  readonly fill: ReadonlySet<string>
  readonly fillStems: ReadonlySet<string>
  /** Asks for nothing in the text either ('what does … mean'). */
  readonly soft: ReadonlySet<string>
  /** Common words that a text says in others: it matters little if they are missing. */
  readonly light: ReadonlySet<string>
  /** Words that describe the item and ask for nothing ('this blue car'). */
  readonly beside: ReadonlySet<string>
  /** Things and people with facts of their own: 'how heavy is the wheel' does not ask for the car's weight. */
  readonly things: ReadonlySet<string>
  /** What no attribute says: prices, opening hours, passwords. */
  readonly beyond: ReadonlySet<string>
  readonly conjunctions: ReadonlySet<string>
  readonly other: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
  /** Months, seasons and days. */
  readonly times: ReadonlySet<string>
  /** What a year of a world war tells beside its number. */
  readonly wartime: string | undefined
  readonly because: ReadonlySet<string>
  /** Words that ask for a name, and tell one. */
  readonly naming: ReadonlySet<string>
  /** They ask for one of what follows: 'which orchestra'. */
  readonly which: ReadonlySet<string>
  /** One stem for forms and synonyms that no ending explains ('bought', 'buy'). */
  readonly forms: ReadonlyMap<string, string>
  /** The same, and one for words that speak of the same thing ('bread', 'bakery'). */
  readonly same: ReadonlyMap<string, string>
  /** The word that was probably meant, where none is written like this. */
  readonly near: (word: string) => string | undefined
  /** For scripts without spaces: every word there is. */
  readonly words: ReadonlySet<string>
  readonly longestWord: number
}

/** The attributes that the lexicon asks for; a museum may have others, which are found by their labels. */
export const knownKeys: ReadonlySet<string> = new Set(Object.values(conceptTable).flatMap(({ rows }) => rows.flat()))

/** Whether a word asks for a number: of something ('many', 'heavy'), or how far something goes ('long'). */
export const asksNumber = (kind: Asking | undefined): boolean => kind === 'amount' || kind === 'extent'

/** Whether a word only asks: 'who', not 'heavy'. */
export const onlyAsks = (kind: Asking | undefined): boolean => kind !== undefined && !asksNumber(kind)

export const conceptOf = (name: string): Concept | undefined => conceptTable[name]

const makeWords = makes.flatMap((names) => names.split(' '))

/** How a make that is named is written elsewhere: 'ブガッティ' for 'Bugatti'. */
export const writtenElsewhere = (names: string): string[] => {
  const named = new Set(wordsOf(names))
  return makes.flatMap((make) => {
    const forms = make.split(' ')
    return forms.some((form) => named.has(form)) ? forms : []
  })
}

const list = (text = ''): string[] => text.split(',').flatMap((part) => part.trim() || [])

const lexicons = new Map<LabelLanguage, Lexicon>()

/** A language's lexicon, compiled at first use. */
export function lexiconOf(language: LabelLanguage): Lexicon {
  const known = lexicons.get(language)
  if (known) return known
  const made = compile(language, sources[language])
  lexicons.set(language, made)
  return made
}

function compile(language: LabelLanguage, source: Source): Lexicon {
  const plain = (word: string) => plainWord(fold(word), language)
  const stem = stemmer(language, list(source.endings).map(plain))
  const stems = (text = '') => new Set(list(text).map((word) => stem(plain(word))))
  const patterns: Pattern[] = []
  for (const strong of [true, false])
    for (const [concept, text] of Object.entries(strong ? source.names : source.asks))
      for (const pattern of list(text))
        patterns.push({
          concept,
          strong,
          groups: [...new Set(pattern.split(' '))].map((group) => group.split('|').map(plain)),
        })
  const uses = new Map<string, Use[]>()
  const words = new Set<string>()
  for (const [pattern, { groups }] of patterns.entries())
    for (const [group, alternatives] of groups.entries())
      for (const word of alternatives) {
        words.add(word)
        const key = stem(word)
        const places = uses.get(key) ?? []
        places.push({ pattern, group, word })
        uses.set(key, places)
      }
  const asking = new Map<string, Asking>()
  const askingAfter = new Map<string, Set<string>>()
  for (const [kind, text] of Object.entries(source.asking) as [Asking, string][])
    for (const entry of list(text)) {
      const [word = '', before] = entry.split(' ').reverse().map(plain)
      asking.set(word, kind)
      if (before) askingAfter.set(word, (askingAfter.get(word) ?? new Set()).add(before))
    }
  const others = [
    source.item,
    source.fill,
    source.beside,
    source.things,
    source.beyond,
    source.other,
    source.soft,
    source.conjunctions,
  ]
  for (const word of [...others, ...Object.values(source.asking), ...Object.values(source.with)].flatMap(list))
    words.add(plain(word))
  const grouped = (groups: readonly string[]) => {
    const heads = new Map<string, string>()
    for (const group of groups) {
      const forms = group.split(' ').map((word) => stem(plain(word)))
      const [first = ''] = forms
      const head = forms.map((form) => heads.get(form)).find((known) => known !== undefined) ?? first
      for (const form of forms) if (!heads.has(form)) heads.set(form, head)
    }
    return heads
  }
  return {
    language,
    phrases: Object.entries(source.phrases),
    stem,
    patterns: patterns.map((pattern) => ({ ...pattern, groups: pattern.groups.map((group) => group.map(stem)) })),
    uses,
    companions: new Map(
      Object.entries(conceptTable).map(([concept, { like }]) => [concept, stems(source.with[like ?? concept])]),
    ),
    asking,
    askingAfter,
    askingStems: new Map([...asking].map(([word, kind]) => [stem(word), kind])),
    item: stems(source.item),
    itemWords: new Set(list(source.item).map(plain)),
    asThemselves: new Set(
      [source.item, source.fill, source.beyond, ...Object.values(source.asking)].flatMap(list).map(plain),
    ),
    pointing: new Set(list(source.this).map(plain)),
    articles: new Set(list(source.articles).map(plain)),
    beforeNouns: new Set([source.articles, source.of].flatMap(list).map(plain)),
    prepositions: new Set(list(source.prepositions).map(plain)),
    born: new Set(list(source.born).map(plain)),
    sold: new Set(list(source.sold).map(plain)),
    span: new Set(list(source.span).map(plain)),
    today: new Set(list(source.today).map(plain)),
    makes: new Set(makeWords.map((word) => stem(plain(word)))),
    fill: new Set(list(source.fill).map(plain)),
    fillStems: stems(source.fill),
    soft: stems(source.soft),
    light: stems(source.light),
    beside: stems(source.beside),
    things: new Set([...stems(source.things), ...makeWords.map((word) => stem(plain(word)))]),
    beyond: stems(source.beyond),
    conjunctions: new Set(list(source.conjunctions).map(plain)),
    other: stems(source.other),
    numbers: new Set(list(source.numbers).map(plain)),
    times: new Set(list(source.times).map(plain)),
    wartime: source.wartime === undefined ? undefined : stem(plain(source.wartime)),
    because: new Set(list(source.because).map(plain)),
    naming: new Set(list(source.naming).map(plain)),
    which: new Set(list(source.which).map(plain)),
    forms: grouped(source.same ?? []),
    same: grouped([...(source.same ?? []), ...(source.related ?? [])]),
    near: nearWords(words),
    words,
    longestWord: Math.max(...[...words, ...makeWords].map((word) => word.length)),
  }
}
