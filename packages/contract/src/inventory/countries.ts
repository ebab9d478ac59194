import { fold } from '@vitrine/text'
import { type LabelLanguage, labelLanguages, languages } from '../languages.ts'

/** Names in everyday use that the standard does not know. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'great britain': 'GB',
  grossbritannien: 'GB',
  'grande-bretagne': 'GB',
  'gran bretagna': 'GB',
}

/** All pairs of letters: the standard names those that are a country. */
function possibleCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((first) => letters.map((second) => first + second))
}

type Names = ReadonlyMap<string, string>
const known = new Map<LabelLanguage, { readonly codeOf: Names; readonly nameOf: Names }>()

function namesIn(language: LabelLanguage) {
  let names = known.get(language)
  if (!names) {
    const display = new Intl.DisplayNames(languages[language].locale, {
      type: 'region',
      fallback: 'none',
    })
    const named = possibleCodes().flatMap((code) => {
      const name = display.of(code)
      return name === undefined ? [] : [[code, name] as const]
    })
    names = {
      nameOf: new Map(named),
      codeOf: new Map(named.map(([code, name]) => [fold(name), code])),
    }
    known.set(language, names)
  }
  return names
}

/** A country in a language, typed in any of ours: 'Germany' → 'Allemagne'; as typed where that is its name there. */
export function translateCountry(language: LabelLanguage, typed: string): string | undefined {
  const name = fold(typed).trim()
  const { codeOf, nameOf } = namesIn(language)
  if (codeOf.has(name)) return typed
  const code =
    otherNames[name] ?? labelLanguages.flatMap((other) => namesIn(other).codeOf.get(name) ?? [])[0]
  return code === undefined ? undefined : nameOf.get(code)
}
