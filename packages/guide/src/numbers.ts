import { findUnits, type LabelLanguage, labelLanguages } from '@vitrine/contract'
import { fold } from '@vitrine/text'
import { getLexicon } from './lexicon.ts'
import { readLexiconSource, splitList } from './lexicon-source.ts'

/** A number in a text. */
export interface NumberInText {
  /** Equal for equal numbers; the text itself if it can't be parsed. */
  readonly value: string
  /** Adjacent units. */
  readonly units: readonly string[]
}

const digits = /\d{1,3}(?:['’\u{a0}\u{202f} ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*|[½¼¾]/gu
const unitAfter = /^[ \u{a0}\u{202f}-]?([%°€$£¥]|\/?[\p{L}][\p{L}/.²³-]*)/u
const moneyBefore = /(?:(chf|fr\.?|eur|usd|gbp)|([€$£¥]))[ \u{a0}\u{202f}]?$/iu
const squares = /(?<=m)[23](?![\p{L}\p{N}])/gu

interface Numeral {
  readonly value: number
  /** Languages in which it is a number; empty for all. */
  readonly onlyIn: Set<LabelLanguage>
}

/** Number words of all languages. */
const numerals = new Map<string, Numeral>()
for (const language of labelLanguages) {
  const source = readLexiconSource(language)
  for (const [value, words] of Object.entries(source.numerals))
    for (const word of words.split(' '))
      if (!numerals.has(word)) numerals.set(word, { value: Number(value), onlyIn: new Set() })
  for (const word of splitList(source.ambiguousNumerals)) numerals.get(word)?.onlyIn.add(language)
}

/** Finds numbers in digits and words. Ambiguous words only count in their own language. */
export function findNumbers(text: string, language: LabelLanguage): NumberInText[] {
  const plain = text.replaceAll(squares, (sign) => (sign === '2' ? '²' : '³'))
  return [...findDigitNumbers(plain), ...findNumberWords(plain, language)]
}

function findDigitNumbers(text: string): NumberInText[] {
  return Array.from(text.matchAll(digits)).flatMap(({ 0: digitText, index }) => {
    const after =
      unitAfter.exec(text.slice(index + digitText.length, index + digitText.length + 24))?.[1] ?? ''
    const money = moneyBefore.exec(text.slice(Math.max(0, index - 5), index))
    const units = [parseUnits(after), parseUnits(money?.[1] ?? money?.[2] ?? '')].flat()
    return parseReadings(digitText).map((value) => ({ value, units }))
  })
}

/** Also parses a unit at the end of a sentence: 'PS.'. */
const parseUnits = (word: string): readonly string[] =>
  findUnits(word) ?? findUnits(word.replace(/(?<![.-])[.-]+$/, '')) ?? []

/** Parses a number, or the parts of a date. Any usual separator may group thousands. */
function parseReadings(text: string): string[] {
  const plain = text.replaceAll(/['’\u{a0}\u{202f} ]/gu, '')
  if (/^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(plain)) return [plain.replaceAll(/[.,]/g, '')]
  const parts = plain.split(/[.,]/)
  if (parts.length > 2) return parts.map((part) => String(Number(part)))
  const number = Number(plain.replace(',', '.'))
  return [Number.isNaN(number) ? plain : String(number)]
}

const numberWordSeparator = /^(?:[\s-]|and|und|et|y|e)+$/u

/**
 * Combines consecutive words into one number: 'deux cent cinq'. Ignores 1, which is an article in
 * most languages.
 */
function findNumberWords(text: string, language: LabelLanguage): NumberInText[] {
  const numbers: NumberInText[] = []
  let run: number[] = []
  let end = 0
  const finishRun = () => {
    const value = run.length === 0 ? 0 : combineParts(run)
    if (value > 1)
      numbers.push({
        value: String(value),
        units: parseUnits(unitAfter.exec(folded.slice(end, end + 24))?.[1] ?? ''),
      })
    run = []
  }
  const folded = fold(text)
  for (const { 0: word, index } of folded.matchAll(/\p{L}+/gu)) {
    const value = parseNumberWord(word, language)
    if (value === undefined) continue
    if (run.length > 0 && !numberWordSeparator.test(folded.slice(end, index))) finishRun()
    if (typeof value === 'string') numbers.push({ value, units: [] })
    else {
      run.push(...value)
      end = index + word.length
    }
  }
  finishRun()
  return numbers
}

function combineParts(parts: readonly number[]): number {
  let [total, current] = [0, 0]
  for (const part of parts) {
    if (part >= 1000) [total, current] = [total + (current || 1) * part, 0]
    else if (part === 100) current = (current || 1) * 100
    // 'Quatre-vingts': 4 × 20.
    else current = part === 20 && current % 100 === 4 ? current + 76 : current + part
  }
  return total + current
}

/** The parts of a number word, or the word itself if its value is not computed. */
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

/** Parses the number at the beginning of a German word: 'zwölfzylinder', 'neunzehnhundertsechs'. */
function parseGermanNumber(word: string): number[] | undefined {
  if (noGermanNumber.test(word)) return undefined
  const parts: number[] = []
  let rest = word
  for (;;) {
    const match = germanParts.find(([part]) => rest.startsWith(part))
    if (!match) break
    parts.push(match[1].value)
    rest = rest.slice(match[0].length)
    if (rest.startsWith('und')) rest = rest.slice(3)
  }
  const isNumber = parts.length > 0 && (rest === '' || germanEnding.test(rest))
  return isNumber && combineParts(parts) > 1 ? parts : undefined
}
