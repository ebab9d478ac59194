/** What a Hunspell `.aff` file says about making the forms of a word out of its stem. */
export interface Affixes {
  readonly suffixes: ReadonlyMap<string, AffixRule[]>
  readonly prefixes: ReadonlyMap<string, AffixRule[]>
  /** The flags of a word or rule, split the way the file writes them. */
  splitFlags(text: string): string[]
  readonly marks: { readonly [Mark in (typeof markNames)[number]]?: string }
}

interface AffixRule {
  readonly strip: string
  readonly add: string
  readonly crosses: boolean
  /** Flags of the form that comes out, for a second affix. */
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
  const long = lines.some(([name, value]) => name === 'FLAG' && value === 'long')
  const splitFlags = (flags: string): string[] => flags.match(long ? /../gu : /./gu) ?? []
  const marks: Record<string, string> = {}
  const tables = { SFX: new Map<string, AffixRule[]>(), PFX: new Map<string, AffixRule[]>() }
  const crosses = new Map<string, boolean>()

  for (const [name = '', flag = '', ...rest] of lines) {
    if ((markNames as readonly string[]).includes(name)) marks[name] = flag
    if (name !== 'SFX' && name !== 'PFX') continue
    if (rest.length < 3) {
      crosses.set(name + flag, rest[0] === 'Y')
      tables[name].set(flag, [])
      continue
    }
    const [strip = '', addition = '', condition = '.'] = rest
    const [add = '', continued = ''] = addition.split('/')
    const stripped = strip === '0' ? '' : strip
    tables[name].get(flag)?.push({
      strip: stripped,
      add: add === '0' ? '' : add,
      crosses: crosses.get(name + flag) ?? false,
      flags: splitFlags(continued),
      fits: createFitTest(condition, stripped, name),
    })
  }
  return { suffixes: tables.SFX, prefixes: tables.PFX, splitFlags, marks }
}

const patterns = new Map<string, RegExp>()

/** Whether a word has the letters that a rule takes away, and those it wants to see. */
function createFitTest(
  condition: string,
  strip: string,
  kind: 'SFX' | 'PFX',
): (word: string) => boolean {
  const ends = kind === 'SFX'
  const has = (word: string) => (ends ? word.endsWith(strip) : word.startsWith(strip))
  if (condition === '.') return has
  const source = ends ? `${condition}$` : `^${condition}`
  const pattern = patterns.get(source) ?? new RegExp(source, 'u')
  patterns.set(source, pattern)
  return (word) => has(word) && pattern.test(word)
}

/** A form of a word, the flags of its stem, and whether it is one that stands by itself or only the stem of others. */
export type EmitForm = (
  form: string,
  flags: ReadonlySet<string>,
  kind: 'stem' | 'bare stem' | 'form',
) => void

/** Calls back with every form of every word of a `.dic` file. Affixes that join with a hyphen or an apostrophe are left out. */
export function expandDictionary(dictionary: string, affixes: Affixes, emit: EmitForm): void {
  // Thousands of words share their flags.
  const kinds = new Map<string, WordClass>()
  for (const line of dictionary.split('\n').slice(1)) {
    // Words stand at the beginning of a line; what is indented is a note.
    const [, stem = '', written = ''] = /^([^\s/]+)(?:\/(\S+))?/.exec(line) ?? []
    if (stem === '' || /\d/.test(stem)) continue
    const kind = kinds.get(written) ?? toWordClass(affixes.splitFlags(written), affixes)
    kinds.set(written, kind)
    if (kind.flags.has(affixes.marks.FORBIDDENWORD ?? '')) continue
    emit(stem, kind.flags, kind.flags.has(affixes.marks.NEEDAFFIX ?? '') ? 'bare stem' : 'stem')
    inflect(stem, kind, affixes, (form) => emit(form, kind.flags, 'form'))
  }
}

/** Words with the same flags, and the rules that make their forms. */
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
      if (suffix.crosses && prefix.crosses && prefix.fits(form)) emit(applyPrefix(form, prefix))
    }
  }
}

const applyPrefix = (word: string, { strip, add }: AffixRule): string =>
  add + word.slice(strip.length)
const applySuffix = (word: string, { strip, add }: AffixRule): string =>
  word.slice(0, word.length - strip.length) + add

/**
 * The rules of some flags, without those that make '-stück' or 'l’heure', as words are looked up in parts there, and
 * without those that make what stands in compounds only.
 */
const findRules = (
  flags: readonly string[],
  rules: ReadonlyMap<string, AffixRule[]>,
  { marks }: Affixes,
): AffixRule[] =>
  flags
    .flatMap((flag) => rules.get(flag) ?? [])
    .filter((rule) => !/[-'’]/.test(rule.add) && !rule.flags.includes(marks.ONLYINCOMPOUND ?? ''))
