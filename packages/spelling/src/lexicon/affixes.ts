/** Rules of a Hunspell `.aff` file for deriving word forms from stems. */
export interface Affixes {
  readonly suffixes: ReadonlyMap<string, AffixRule[]>
  readonly prefixes: ReadonlyMap<string, AffixRule[]>
  /** Splits the flags of a word or rule, which have one or two characters each. */
  splitFlags(text: string): string[]
  readonly marks: { readonly [Mark in (typeof markNames)[number]]?: string }
}

interface AffixRule {
  /** Letters removed from the stem. */
  readonly strip: string
  readonly add: string
  /** Whether a prefix and a suffix that both allow it may be combined. */
  readonly mayCombine: boolean
  /** Flags of the resulting form, for a second affix. */
  readonly flags: readonly string[]
  fits(word: string): boolean
}

const markNames = [
  'NEEDAFFIX',
  'ONLYINCOMPOUND',
  'FORBIDDENWORD',
  'COMPOUNDEND',
  'NOSUGGEST',
] as const

export function parseAffixes(text: string): Affixes {
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/))
  const hasLongFlags = lines.some(([name, value]) => name === 'FLAG' && value === 'long')
  const splitFlags = (flags: string): string[] => flags.match(hasLongFlags ? /../gu : /./gu) ?? []
  const marks: Record<string, string> = {}
  const tables = { SFX: new Map<string, AffixRule[]>(), PFX: new Map<string, AffixRule[]>() }
  const mayCombineByRule = new Map<string, boolean>()

  for (const [name = '', flag = '', ...rest] of lines) {
    if ((markNames as readonly string[]).includes(name)) marks[name] = flag
    if (name !== 'SFX' && name !== 'PFX') continue
    // A header such as 'SFX A Y 2' precedes the rules of a flag: 'SFX A y ies [^aeiou]y'.
    if (rest.length < 3) {
      mayCombineByRule.set(name + flag, rest[0] === 'Y')
      tables[name].set(flag, [])
      continue
    }
    const [strip = '', addition = '', condition = '.'] = rest
    const [add = '', continued = ''] = addition.split('/')
    const stripped = strip === '0' ? '' : strip
    tables[name].get(flag)?.push({
      strip: stripped,
      add: add === '0' ? '' : add,
      mayCombine: mayCombineByRule.get(name + flag) ?? false,
      flags: splitFlags(continued),
      fits: createFitTest(condition, stripped, name),
    })
  }
  return { suffixes: tables.SFX, prefixes: tables.PFX, splitFlags, marks }
}

// Cached, because many rules have the same condition.
const patterns = new Map<string, RegExp>()

/**
 * Creates a test whether a rule applies: the word has the letters to strip and meets the condition.
 */
function createFitTest(
  condition: string,
  strip: string,
  kind: 'SFX' | 'PFX',
): (word: string) => boolean {
  const isSuffix = kind === 'SFX'
  const hasLetters = (word: string) => (isSuffix ? word.endsWith(strip) : word.startsWith(strip))
  // '.' stands for no condition.
  if (condition === '.') return hasLetters
  const source = isSuffix ? `${condition}$` : `^${condition}`
  const pattern = patterns.get(source) ?? new RegExp(source, 'u')
  patterns.set(source, pattern)
  return (word) => hasLetters(word) && pattern.test(word)
}

/** Receives a form with the flags of its stem. A 'bare stem' is not a word by itself. */
export type EmitForm = (
  form: string,
  flags: ReadonlySet<string>,
  kind: 'stem' | 'bare stem' | 'form',
) => void

/**
 * Emits every form of every word in a `.dic` file, except affixes with a hyphen or an apostrophe.
 */
export function expandDictionary(dictionary: string, affixes: Affixes, emit: EmitForm): void {
  // Cached, because thousands of words have the same flags.
  const wordClasses = new Map<string, WordClass>()
  // The first line is the number of words.
  for (const line of dictionary.split('\n').slice(1)) {
    // Indented lines are comments.
    const [, stem = '', flags = ''] = /^([^\s/]+)(?:\/(\S+))?/.exec(line) ?? []
    if (stem === '' || /\d/.test(stem)) continue
    const wordClass = wordClasses.get(flags) ?? toWordClass(affixes.splitFlags(flags), affixes)
    wordClasses.set(flags, wordClass)
    if (wordClass.flags.has(affixes.marks.FORBIDDENWORD ?? '')) continue
    emit(
      stem,
      wordClass.flags,
      wordClass.flags.has(affixes.marks.NEEDAFFIX ?? '') ? 'bare stem' : 'stem',
    )
    inflect(stem, wordClass, affixes, (form) => emit(form, wordClass.flags, 'form'))
  }
}

/** Words with the same flags, with the rules for their forms. */
interface WordClass {
  readonly flags: ReadonlySet<string>
  readonly prefixes: readonly AffixRule[]
  readonly suffixes: readonly AffixRule[]
}

const toWordClass = (flags: readonly string[], affixes: Affixes): WordClass => ({
  flags: new Set(flags),
  prefixes: findRules(flags, affixes.prefixes, affixes),
  suffixes: findRules(flags, affixes.suffixes, affixes),
})

function inflect(
  stem: string,
  { prefixes, suffixes }: WordClass,
  affixes: Affixes,
  emit: (form: string) => void,
): void {
  for (const prefix of prefixes) {
    if (prefix.fits(stem)) emit(applyPrefix(stem, prefix))
  }
  for (const suffix of suffixes) {
    if (!suffix.fits(stem)) continue
    const form = applySuffix(stem, suffix)
    emit(form)
    if (suffix.flags.length > 0) {
      for (const second of findRules(suffix.flags, affixes.suffixes, affixes)) {
        if (second.fits(form)) emit(applySuffix(form, second))
      }
    }
    for (const prefix of prefixes) {
      if (suffix.mayCombine && prefix.mayCombine && prefix.fits(form))
        emit(applyPrefix(form, prefix))
    }
  }
}

const applyPrefix = (word: string, { strip, add }: AffixRule): string =>
  add + word.slice(strip.length)
const applySuffix = (word: string, { strip, add }: AffixRule): string =>
  word.slice(0, word.length - strip.length) + add

/**
 * Finds the rules of flags, except those with a hyphen or an apostrophe ('-stück', 'l’heure'),
 * whose parts are looked up separately, and those for parts of compounds.
 */
const findRules = (
  flags: readonly string[],
  rules: ReadonlyMap<string, AffixRule[]>,
  { marks }: Affixes,
): AffixRule[] =>
  flags
    .flatMap((flag) => rules.get(flag) ?? [])
    .filter((rule) => !/[-'’]/.test(rule.add) && !rule.flags.includes(marks.ONLYINCOMPOUND ?? ''))
