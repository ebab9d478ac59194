import { findUnits, type LabelLanguage, labelLanguages } from '@vitrine/contract'
import { fold } from '@vitrine/text'
import { getLexicon, readLexiconSource, splitList } from './lexicon.ts'

/** A number as a text gives it. */
export interface NumberInText {
  /** Numbers that are written alike or mean the same have the same value; one that can’t be read is its own. */
  readonly value: string
  /** The units that stand beside it. */
  readonly units: readonly string[]
}

const digits = /\d{1,3}(?:['’\u{a0}\u{202f} ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*|[½¼¾]/gu
const unitAfter = /^[ \u{a0}\u{202f}-]?([%°€$£¥]|\/?[\p{L}][\p{L}/.²³-]*)/u
const moneyBefore = /(?:(chf|fr\.?|eur|usd|gbp)|([€$£¥]))[ \u{a0}\u{202f}]?$/iu
const squares = /(?<=m)[23](?![\p{L}\p{N}])/gu

interface Numeral {
  readonly value: number
  /** The only languages in which it is one. */
  readonly onlyIn: Set<LabelLanguage>
}

/** The words for numbers in all languages. */
const numerals = new Map<string, Numeral>()
for (const language of labelLanguages) {
  const source = readLexiconSource(language)
  for (const [value, words] of Object.entries(source.numerals))
    for (const word of words.split(' '))
      if (!numerals.has(word)) numerals.set(word, { value: Number(value), onlyIn: new Set() })
  for (const word of splitList(source.ambiguousNumerals)) numerals.get(word)?.onlyIn.add(language)
}

/** The numbers of a text, in digits and in words; words that mean something else in other languages only in their own. */
export function findNumbers(text: string, language: LabelLanguage): NumberInText[] {
  const plain = text.replaceAll(squares, (sign) => (sign === '2' ? '²' : '³'))
  return [...findDigitNumbers(plain), ...findNumberWords(plain, language)]
}

function findDigitNumbers(text: string): NumberInText[] {
  return Array.from(text.matchAll(digits)).flatMap(({ 0: found, index }) => {
    const after =
      unitAfter.exec(text.slice(index + found.length, index + found.length + 24))?.[1] ?? ''
    const money = moneyBefore.exec(text.slice(Math.max(0, index - 5), index))
    const units = [parseUnits(after), parseUnits(money?.[1] ?? money?.[2] ?? '')].flat()
    return parseReadings(found).map((value) => ({ value, units }))
  })
}

/** 'km/h' and 'PS.' at the end of a sentence. */
const parseUnits = (word: string): readonly string[] =>
  findUnits(word) ?? findUnits(word.replace(/(?<![.-])[.-]+$/, '')) ?? []

/** A date is its parts; thousands may be divided by points, commas, apostrophes or spaces. */
function parseReadings(found: string): string[] {
  const plain = found.replaceAll(/['’\u{a0}\u{202f} ]/gu, '')
  if (/^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(plain)) return [plain.replaceAll(/[.,]/g, '')]
  const parts = plain.split(/[.,]/)
  if (parts.length > 2) return parts.map((part) => String(Number(part)))
  const number = Number(plain.replace(',', '.'))
  return [Number.isNaN(number) ? plain : String(number)]
}

const numberWordSeparator = /^(?:[\s-]|and|und|et|y|e)+$/u

/** Words that follow each other are one number: 'deux cent cinq'. One is an article in most languages, and is not taken for a number. */
function findNumberWords(text: string, language: LabelLanguage): NumberInText[] {
  const found: NumberInText[] = []
  let run: number[] = []
  let end = 0
  const finish = () => {
    const value = run.length === 0 ? 0 : combineParts(run)
    if (value > 1)
      found.push({
        value: String(value),
        units: parseUnits(unitAfter.exec(folded.slice(end, end + 24))?.[1] ?? ''),
      })
    run = []
  }
  const folded = fold(text)
  for (const { 0: word, index } of folded.matchAll(/\p{L}+/gu)) {
    const value = parseNumberWord(word, language)
    if (value === undefined) continue
    if (run.length > 0 && !numberWordSeparator.test(folded.slice(end, index))) finish()
    if (typeof value === 'string') found.push({ value, units: [] })
    else {
      run.push(...value)
      end = index + word.length
    }
  }
  finish()
  return found
}

function combineParts(parts: readonly number[]): number {
  let [total, current] = [0, 0]
  for (const part of parts) {
    if (part >= 1000) [total, current] = [total + (current || 1) * part, 0]
    else if (part === 100) current = (current || 1) * 100
    // 'Quatre-vingts'.
    else current = part === 20 && current % 100 === 4 ? current + 76 : current + part
  }
  return total + current
}

/** The parts of a number in words; the word itself where it is a number that is not worked out. */
function parseNumberWord(word: string, language: LabelLanguage): number[] | string | undefined {
  const numeral = numerals.get(word)
  if (numeral && (numeral.onlyIn.size === 0 || numeral.onlyIn.has(language))) return [numeral.value]
  if (getLexicon(language).unreadNumerals?.test(word)) return word
  return language === 'de' || word.length > 7 ? parseGermanNumber(word) : undefined
}

const germanPart =
  /^(?:ein|zwei|zwo|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|\p{L}+zehn|\p{L}+zig|dreissig|hundert|tausend)$/u
const germanParts = [...numerals]
  .filter(([word]) => germanPart.test(word))
  .sort(([a], [b]) => b.length - a.length)

const germanEnding = /^(?:te[nrms]?|ste[nrms]?|mal|\p{L}{4,})$/u
const noGermanNumber = /^(?:acht(?:ung|bar|los|sam|et)|elfen|dreist|zwei[fg]|einz|ein[^uhtz])/u

/** 'zwölfzylinder', 'neunzehnhundertsechsunddreissig': the number that a German word begins with. */
function parseGermanNumber(word: string): number[] | undefined {
  if (noGermanNumber.test(word)) return undefined
  const parts: number[] = []
  let rest = word
  for (;;) {
    const found = germanParts.find(([part]) => rest.startsWith(part))
    if (!found) break
    parts.push(found[1].value)
    rest = rest.slice(found[0].length)
    if (rest.startsWith('und')) rest = rest.slice(3)
  }
  const isNumber = parts.length > 0 && (rest === '' || germanEnding.test(rest))
  return isNumber && combineParts(parts) > 1 ? parts : undefined
}
