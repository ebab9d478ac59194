import type { SearchSubject } from '@vitrine/contract'
import { editsBetween, keepBest, lettersOf, maxEditsOf, missingLetters, rarity } from '@vitrine/text'
import type { SubjectEntry } from '../../projections/index.ts'

interface Thing {
  readonly subject: SearchSubject
  readonly id: number
  readonly words: readonly number[]
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
/** With fewer hits than this, words that are spelt otherwise are tried. */
const enough = 3
const noMatch = 0xffff
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
    const own: number[] = []
    for (const [rank, line] of entry.split('\n').entries()) {
      for (const word of line.split(' ')) {
        if (word === '') continue
        const number = numberOf(word)
        postings[number]?.push((place << rankBits) | rank)
        own.push(number)
      }
    }
    things.push({ subject, id, words: own })
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
  function matches(typed: string, isLast: boolean, withEdits: boolean): Map<number, number> {
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
      if (at === 0) found.set(number, word.length === typed.length ? costs.exact : costs.prefix)
      else if (at > 0 && typed.length >= minWithin) found.set(number, costs.within)
      else if (at < 0 && maxEdits > 0) {
        const edits = editsBetween(typed, word, maxEdits, isLast)
        if (edits <= maxEdits) found.set(number, edits * costs.perEdit)
      }
    }
    return found
  }

  function find(typed: readonly string[], subjects: ReadonlySet<SearchSubject>, limit: number, withEdits: boolean) {
    const groups = new Map<SearchSubject, { count: number; places: number[] }>()
    const totals = new Uint16Array(things.length)
    const best = new Uint16Array(things.length)
    const similar = new Set<number>()
    for (const [index, word] of typed.entries()) {
      const matching = matches(word, index === typed.length - 1, withEdits)
      if (matching.size === 0) return { groups, similar }
      best.fill(noMatch)
      for (const [number, cost] of matching) {
        if (cost >= costs.perEdit) similar.add(number)
        for (const posting of postings[number] ?? []) {
          const place = posting >> rankBits
          const price = cost + (posting & rankMask) * costs.perRank
          if (price < (best[place] ?? 0)) best[place] = price
        }
      }
      for (let place = 0; place < totals.length; place++) {
        const price = best[place] ?? noMatch
        totals[place] = price === noMatch || totals[place] === noMatch ? noMatch : (totals[place] ?? 0) + price
      }
    }
    for (let place = 0; place < totals.length; place++) {
      const thing = things[place]
      if (totals[place] === noMatch || !thing || !subjects.has(thing.subject)) continue
      const group = groups.get(thing.subject) ?? { count: 0, places: [] }
      groups.set(thing.subject, group)
      group.count++
      keepBest(group.places, place, limit, (a, b) => (totals[a] ?? 0) - (totals[b] ?? 0) || byAge(a, b))
    }
    return { groups, similar }
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
    const near = [...matches(word.typed, false, true).keys()].slice(0, maxSimilar)
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

    /** The best few of each subject that contain every typed word; other spellings only if hardly any does. */
    search(typed: readonly string[], subjects: ReadonlySet<SearchSubject>, limit: number) {
      let { groups, similar } = find(typed, subjects, limit, false)
      const count = [...groups.values()].reduce((sum, group) => sum + group.count, 0)
      if (count < enough) ({ groups, similar } = find(typed, subjects, limit, true))
      const hitOf = (place: number): EngineHit[] => {
        const thing = things[place]
        if (!thing) return []
        const others = thing.words.filter((number) => similar.has(number)).map((number) => words[number] ?? '')
        return [{ id: thing.id, similar: others }]
      }
      return new Map(
        [...groups].map(([subject, group]) => [
          subject,
          { count: group.count, hits: group.places.flatMap(hitOf) } satisfies EngineGroup,
        ]),
      )
    },
  }
}

export type SearchEngine = ReturnType<typeof searchEngine>
