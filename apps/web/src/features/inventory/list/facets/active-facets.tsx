import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type AttributeMeaning, attributeLabel, gapRules, languageNames, meaningOf } from '@vitrine/contract'
import { textStateName } from '../../text-state-names.ts'
import styles from './active-facets.module.css'
import { gapsIn } from './facet-filter.ts'
import { isFacetName, joinValues, keyOfFacet, languageOfFacet, splitValues } from './facet-search.ts'
import type { Facets } from './use-facets.ts'

interface ActiveFacetsProps {
  readonly facets: Facets
  /** Those that are passed over. */
  readonly unknown: readonly AttributeMeaning[]
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
}

/** The facets in force, each with a way to let it go. */
export function ActiveFacets({ facets: { active, counted }, unknown, onSearch }: ActiveFacetsProps) {
  const meaning = meaningOf(counted?.attributes ?? [])
  const chips = Object.entries(active).flatMap(([name, text]) => {
    if (name === 'gap')
      return gapsIn(text).map((gap) => ({
        label: gapRules[gap].title,
        rest: { gap: joinValues(gapsIn(text).filter((one) => one !== gap)) },
      }))
    const lang = languageOfFacet(name)
    if (lang) {
      const states = splitValues(text)
      return states.map((state) => ({
        label: `Text in ${languageNames[lang]}: ${textStateName(state)}`,
        rest: { [name]: joinValues(states.filter((one) => one !== state)) },
      }))
    }
    if (!isFacetName(name))
      return [{ label: name === 'withdrawn' ? 'Withdrawn' : `Changed since ${text}`, rest: { [name]: undefined } }]
    const key = keyOfFacet(name)
    if (unknown.some(({ tag_key }) => tag_key === key)) return []
    const values = splitValues(text)
    return values.map((value) => ({
      label: `${attributeLabel(meaning(key))}: ${value}`,
      rest: { [name]: joinValues(values.filter((one) => one !== value)) },
    }))
  })
  if (chips.length === 0) return null
  return (
    <ul aria-label="Active filters" className={`${styles.chips} no-print`}>
      {chips.map(({ label, rest }) => (
        <li key={label}>
          <UnstyledButton className={styles.chip ?? ''} aria-label={`Remove: ${label}`} onClick={() => onSearch(rest)}>
            {label}
            <IconX size={14} aria-hidden="true" />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
