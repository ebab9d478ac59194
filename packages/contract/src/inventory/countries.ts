import { fold } from '@vitrine/text'
import { type LabelLanguage, labelLanguages, languages } from '../languages.ts'

/** Common names that `Intl.DisplayNames` lacks. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'great britain': 'GB',
  grossbritannien: 'GB',
  'grande-bretagne': 'GB',
  'gran bretagna': 'GB',
}

/** All pairs of letters; `Intl.DisplayNames` has names for those that are countries. */
function possibleCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((first) => letters.map((second) => first + second))
}

type Names = ReadonlyMap<string, string>
const namesByLanguage = new Map<
  LabelLanguage,
  { readonly codeByName: Names; readonly nameByCode: Names }
>()

function countryNames(language: LabelLanguage) {
  let names = namesByLanguage.get(language)
  if (!names) {
    const display = new Intl.DisplayNames(languages[language].locale, {
      type: 'region',
      fallback: 'none',
    })
    const entries = possibleCodes().flatMap((code) => {
      const name = display.of(code)
      return name === undefined ? [] : [[code, name] as const]
    })
    names = {
      nameByCode: new Map(entries),
      codeByName: new Map(entries.map(([code, name]) => [fold(name), code])),
    }
    namesByLanguage.set(language, names)
  }
  return names
}

/** Translates a country name from any supported language: 'Germany' → 'Allemagne' in French. */
export function translateCountry(language: LabelLanguage, typed: string): string | undefined {
  const name = fold(typed).trim()
  const { codeByName, nameByCode } = countryNames(language)
  if (codeByName.has(name)) return typed

  const code =
    otherNames[name] ??
    labelLanguages.flatMap((other) => countryNames(other).codeByName.get(name) ?? [])[0]
  return code === undefined ? undefined : nameByCode.get(code)
}
