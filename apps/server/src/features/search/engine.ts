import type { SearchSubject } from '@vitrine/contract'
import { containsPart, editsBetween, keepBest, lettersOf, maxEditsOf, missingLetters, rarity } from '@vitrine/text'
import { fieldSeparator, type SubjectEntry } from '../../projections/index.ts'

interface Thing {
  readonly subject: SearchSubject
  readonly id: number
  /** The numbers of its words as they follow each other, and before each field `fieldMark` plus the rank. */
  readonly sequence: Uint32Array
}

/** A part of a search: words that follow each other, all but the first and the last of them whole. */
export interface SearchPart {
  readonly words: readonly string[]
  /** What stands in quotes is not corrected. */
  readonly isQuoted: boolean
}

interface EngineHit {
  readonly id: number
  /** Words of the thing that differ by a slip of the pen from what was typed. */
  readonly similar: readonly string[]
}

interface EngineGroup {
  count: number
  readonly hits: readonly EngineHit[]
}

/** A word of a question, and the beginnings of words that stand for it, each with how surely, from 0 to 1. */
export interface WantedWord {
  readonly typed: string
  readonly forms: readonly (readonly [form: string, share: number])[]
  /** What it counts beside the others. */
  readonly weight: number
  /** It says little by itself: 'get', 'find'. */
  readonly isLight: boolean
}

export interface RankedThing {
  readonly subject: SearchSubject
  readonly id: number
}

const shares = { beginning: 0.95, within: 0.75, edited: 0.6 }
const minBeginning = 4
const minWithinForm = 5
/** What is longer than an ending is a word of its own: 'Schulklasse'. */
const maxEnding = 3
const ending = /^(?:[enst]|e[dnrst]|er[ens]|ens|i?ng|ings|nen|s?t?e[ns]?|tion)$/
/** In a shorter word, another letter makes another word. */
const minEdited = 6

/** A short word is hardly ever part of a longer one, and 'coule' is no beginning of 'couleur'. */
function isBeginning(word: string, { length }: string): boolean {
  const rest = word.slice(length)
  return length >= minBeginning && (ending.test(rest) || (length >= minWithinForm && rest.length > maxEnding))
}

/** How surely a word of a text stands for one of a question. */
export function shareOf(word: string, { forms }: WantedWord): number {
  let best = 0
  for (const [form, share] of forms) {
    if (share <= best) continue
    const at = word.indexOf(form)
    if (at === 0 && word.length === form.length) best = share
    else if (at === 0 && isBeginning(word, form)) best = Math.max(best, share * shares.beginning)
    else if (at > 0 && form.length >= minWithinForm) best = Math.max(best, share * shares.within)
  }
  return best
}

/** What a match costs, by how it matches and in which rank; the cheapest things come first. */
const costs = { exact: 0, prefix: 2, within: 4, perEdit: 60, perRank: 10 }
const minWithin = 3
const noMatch = 0xffff
const noCost = 0xff
/** Higher than the number of any word. */
const fieldMark = 0xffff_fff0
// A posting is the number of a thing and the rank of the word in it.
const rankBits = 2
const rankMask = 3
const nameOf = (subject: SearchSubject, id: number) => `${subject} ${id}`

/** A search has no more words than this. */
const maxSimilar = 12

/** Fewer things that are gone than this are not worth a sweep. */
const minGone = 1_000

/** The index in memory: which things contain each word. */
export function searchEngine() {
  let things: (Thing | undefined)[] = []
  let gone = 0
  const places = new Map<string, number>()
  const words: string[] = []
  const letters: number[] = []
  const postings: number[][] = []
  const numbers = new Map<string, number>()
  const free: number[] = []

  function numberOf(word: string): number {
    const known = numbers.get(word)
    if (known !== undefined) return known
    const number = free.pop() ?? words.length
    // A copy: what V8 cuts out of a long text keeps all of it in memory.
    words[number] = Buffer.from(word).toString()
    letters[number] = lettersOf(word)
    postings[number] = []
    numbers.set(words[number], number)
    return number
  }

  /** A changed thing gets a new place; what is at the old one is skipped until the next sweep. */
  function put({ subject, id, words: entry }: SubjectEntry): void {
    const before = places.get(nameOf(subject, id))
    if (before !== undefined) {
      things[before] = undefined
      places.delete(nameOf(subject, id))
      gone++
    }
    if (entry !== '') add(subject, id, entry)
    if (gone > minGone && gone > things.length / 2) sweep()
  }

  function add(subject: SearchSubject, id: number, entry: string): void {
    const place = things.length
    const sequence: number[] = []
    const known = new Set<number>()
    for (const [rank, line] of entry.split('\n').entries()) {
      sequence.push(fieldMark + rank)
      for (const word of line.split(' ')) {
        if (word === fieldSeparator) sequence.push(fieldMark + rank)
        if (word === '' || word === fieldSeparator) continue
        const number = numberOf(word)
        sequence.push(number)
        // A word counts in the first rank where it occurs.
        if (known.has(number)) continue
        known.add(number)
        postings[number]?.push((place << rankBits) | rank)
      }
    }
    things.push({ subject, id, sequence: Uint32Array.from(sequence) })
    places.set(nameOf(subject, id), place)
  }

  /** Removes what is gone; linear, and paid for by the changes since the last one. */
  function sweep(): void {
    const moved = new Map<number, number>()
    const left: Thing[] = []
    for (const [place, thing] of things.entries()) {
      if (!thing) continue
      moved.set(place, left.length)
      places.set(nameOf(thing.subject, thing.id), left.length)
      left.push(thing)
    }
    for (const [number, old] of postings.entries()) {
      const kept: number[] = []
      for (const posting of old) {
        const place = moved.get(posting >> rankBits)
        if (place !== undefined) kept.push((place << rankBits) | (posting & rankMask))
      }
      postings[number] = kept
      if (kept.length > 0 || words[number] === '') continue
      numbers.delete(words[number] ?? '')
      words[number] = ''
      letters[number] = 0
      free.push(number)
    }
    things = left
    gone = 0
  }

  /** The words of the index that a typed word stands for, each with its cost. */
  function matches(typed: string, { isLast = false, isWhole = false, withEdits = false }): Map<number, number> {
    const found = new Map<number, number>()
    const wanted = lettersOf(typed)
    const maxEdits = withEdits ? maxEditsOf(typed) : 0
    for (let number = 0; number < words.length; number++) {
      const present = letters[number] ?? 0
      // Most words lack a letter: that is seen without a call.
      if (maxEdits === 0 && (wanted & ~present) !== 0) continue
      const missing = missingLetters(wanted, present, maxEdits)
      if (missing > maxEdits) continue
      const word = words[number] ?? ''
      const at = missing === 0 ? word.indexOf(typed) : -1
      if (at >= 0 && isWhole && !containsPart(word, { text: typed, kind: 'number' })) continue
      if (at === 0) found.set(number, word.length === typed.length ? costs.exact : costs.prefix)
      else if (at > 0 && (isWhole || typed.length >= minWithin)) found.set(number, costs.within)
      else if (at < 0 && maxEdits > 0) {
        const edits = editsBetween(typed, word, maxEdits, isLast)
        if (edits <= maxEdits) found.set(number, edits * costs.perEdit)
      }
    }
    return found
  }

  /** The cost of each word of the index that ends or begins with this one, and in how many things those words are. */
  function costsOf(typed: string, where: 'endsWith' | 'startsWith') {
    const cost = new Uint8Array(words.length).fill(noCost)
    const wanted = lettersOf(typed)
    const found: number[] = []
    let count = 0
    for (let number = 0; number < words.length; number++) {
      if ((wanted & ~(letters[number] ?? 0)) !== 0) continue
      const word = words[number] ?? ''
      if (!word[where](typed) || (where === 'endsWith' && typed.length < minWithin && word !== typed)) continue
      cost[number] = word.length === typed.length ? costs.exact : where === 'startsWith' ? costs.prefix : costs.within
      found.push(number)
      count += postings[number]?.length ?? 0
    }
    return { cost, found, count }
  }

  /** Sets the price of each thing in which these words follow each other in one field. */
  function priceSequences(typed: readonly string[], best: Uint16Array): void {
    const end = typed.length - 1
    const inner = typed.slice(1, -1).map((word) => numbers.get(word) ?? -1)
    const first = costsOf(typed[0] ?? '', 'endsWith')
    const last = costsOf(typed[end] ?? '', 'startsWith')
    const rarer = first.count < last.count ? first : last

    function priceAt(sequence: Uint32Array, start: number): number {
      const cost =
        (first.cost[sequence[start] ?? fieldMark] ?? noCost) + (last.cost[sequence[start + end] ?? fieldMark] ?? noCost)
      if (cost >= noCost || !inner.every((word, index) => sequence[start + 1 + index] === word)) return noMatch
      let mark = start
      while ((sequence[mark] ?? fieldMark) < fieldMark) mark--
      return cost + ((sequence[mark] ?? fieldMark) - fieldMark) * costs.perRank * typed.length
    }

    for (const number of rarer.found) {
      for (const posting of postings[number] ?? []) {
        const place = posting >> rankBits
        const sequence = things[place]?.sequence
        // `indexOf` is several times as quick as a loop over the words.
        for (let at = sequence?.indexOf(number) ?? -1; sequence && at >= 0; at = sequence.indexOf(number, at + 1)) {
          const price = priceAt(sequence, rarer === first ? at : at - end)
          if (price < (best[place] ?? 0)) best[place] = price
        }
      }
    }
  }

  /** The price of each thing that contains every part, by place; and the words that were taken for a typed one. */
  function find(parts: readonly SearchPart[], { wholeNumbers = false, withEdits = false }) {
    const totals = new Uint16Array(things.length)
    const best = new Uint16Array(things.length)
    const similar = new Set<number>()
    for (const [index, { words: typed, isQuoted }] of parts.entries()) {
      best.fill(noMatch)
      const [word = ''] = typed
      if (typed.length > 1) priceSequences(typed, best)
      else {
        const how = {
          isLast: index === parts.length - 1,
          isWhole: wholeNumbers && /^\d+$/.test(word),
          withEdits: withEdits && !isQuoted,
        }
        for (const [number, cost] of matches(word, how)) {
          if (cost >= costs.perEdit) similar.add(number)
          for (const posting of postings[number] ?? []) {
            const place = posting >> rankBits
            const price = cost + (posting & rankMask) * costs.perRank
            if (price < (best[place] ?? 0)) best[place] = price
          }
        }
      }
      for (let place = 0; place < totals.length; place++) {
        const price = best[place] ?? noMatch
        totals[place] = price === noMatch || totals[place] === noMatch ? noMatch : (totals[place] ?? 0) + price
      }
    }
    return { totals, similar }
  }

  /** The things of each subject that have a price: how many, and the cheapest few. */
  function grouped({ totals, similar }: ReturnType<typeof find>, subjects: ReadonlySet<SearchSubject>, limit: number) {
    const groups = new Map<SearchSubject, { count: number; places: number[] }>()
    for (let place = 0; place < totals.length; place++) {
      const thing = things[place]
      if (totals[place] === noMatch || !thing || !subjects.has(thing.subject)) continue
      const group = groups.get(thing.subject) ?? { count: 0, places: [] }
      groups.set(thing.subject, group)
      group.count++
      keepBest(group.places, place, limit, (a, b) => (totals[a] ?? 0) - (totals[b] ?? 0) || byAge(a, b))
    }
    const hitOf = (place: number): EngineHit[] => {
      const thing = things[place]
      if (!thing) return []
      const others = [...new Set(thing.sequence)].filter((number) => similar.has(number))
      return [{ id: thing.id, similar: others.map((number) => words[number] ?? '') }]
    }
    return new Map(
      [...groups].map(([subject, { count, places: best }]) => [
        subject,
        { count, hits: best.flatMap(hitOf) } satisfies EngineGroup,
      ]),
    )
  }

  /** How surely each thing contains a word, and how many do. */
  function holding(word: WantedWord, subjects: ReadonlySet<SearchSubject>) {
    const held = new Float32Array(things.length)
    const wanted = word.forms.map(([form]) => lettersOf(form))
    let count = 0
    for (const [number, known] of words.entries()) {
      const present = letters[number] ?? 0
      if (!wanted.some((form) => (form & ~present) === 0)) continue
      const share = shareOf(known, word)
      if (share === 0) continue
      for (const posting of postings[number] ?? []) {
        const place = posting >> rankBits
        const thing = things[place]
        if (!thing || !subjects.has(thing.subject)) continue
        if (held[place] === 0) count++
        if (share > (held[place] ?? 0)) held[place] = share
      }
    }
    return { word, held, count }
  }

  /** A word that nothing contains stands for those that differ from it by a slip of the pen. */
  function holdingOrSimilar(word: WantedWord, subjects: ReadonlySet<SearchSubject>) {
    const found = holding(word, subjects)
    if (found.count > 0 || word.typed.length < minEdited) return found
    const near = [...matches(word.typed, { withEdits: true }).keys()].slice(0, maxSimilar)
    return holding({ ...word, forms: near.map((number) => [words[number] ?? '', shares.edited] as const) }, subjects)
  }

  // Of things that match equally well, items come as they were added, everything else newest first.
  function byAge(a: number, b: number): number {
    const [one, other] = [things[a], things[b]]
    if (!one || !other) return 0
    return one.subject === 'item' ? one.id - other.id : other.id - one.id
  }

  return {
    put,

    /** The best few of each subject that contain any of the words, the rare ones counting most; and what each word weighs. */
    rank(wanted: readonly WantedWord[], subjects: ReadonlySet<SearchSubject>, limit: number) {
      const scores = new Float64Array(things.length)
      const weighed = wanted.map((asked) => {
        const { word, held, count } = holdingOrSimilar(asked, subjects)
        const weight = word.weight * rarity(count, things.length)
        for (const [place, share] of held.entries())
          if (share > 0) scores[place] = (scores[place] ?? 0) + share * weight
        return { ...word, weight }
      })
      const best = new Map<SearchSubject, number[]>()
      for (const [place, score] of scores.entries()) {
        const thing = things[place]
        if (score === 0 || !thing) continue
        const places = best.get(thing.subject) ?? []
        best.set(thing.subject, places)
        keepBest(places, place, limit, (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || byAge(a, b))
      }
      const ranked = [...best.values()].flat().flatMap((place) => {
        const thing = things[place]
        return thing ? [{ subject: thing.subject, id: thing.id } satisfies RankedThing] : []
      })
      return { wanted: weighed, ranked }
    },

    /**
     * The best few of each subject: those that contain the text as typed; in a subject without any, all of its parts in
     * any order; and only where nothing at all was found, other spellings of them.
     */
    search(
      asTyped: SearchPart,
      parts: readonly SearchPart[],
      subjects: ReadonlySet<SearchSubject>,
      limit: number,
    ): ReadonlyMap<SearchSubject, EngineGroup> {
      const groups = grouped(find([asTyped], {}), subjects, limit)
      const others = new Set([...subjects].filter((subject) => !groups.has(subject)))
      if (parts.length > 1 && others.size > 0)
        for (const [subject, group] of grouped(find(parts, { wholeNumbers: true }), others, limit))
          groups.set(subject, group)
      if (groups.size > 0 || parts.every(({ isQuoted }) => isQuoted)) return groups
      return grouped(find(parts, { wholeNumbers: true, withEdits: true }), subjects, limit)
    },
  }
}

export type SearchEngine = ReturnType<typeof searchEngine>
