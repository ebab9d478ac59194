import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import {
  type AttributeDefinition,
  attributeLabel,
  attributeLookup,
  type Gap,
  gapRules,
  joinFacetValues,
  languageNames,
  placeAttributeKey,
  splitFacetValues,
} from '@vitrine/contract'
import { SmallButton } from '../../../../ui/forms/buttons.ts'
import { formatTextState } from '../../texts.ts'
import { findPlaces, formatYearRange, parseGaps } from '../facet-filter.ts'
import { useList } from '../list-context.ts'
import {
  attributeFacetName,
  facetAttributeKey,
  findFacetLanguage,
  formatColumns,
  isFacetName,
  parseColumns,
} from '../list-search.ts'
import type { FacetState } from '../use-shown-items.ts'
import styles from './active-facets.module.css'

interface ActiveFacetsProps {
  readonly facets: FacetState
  readonly unknown: readonly AttributeDefinition[]
}

const asItIs = (value: string) => value

export function ActiveFacets({ facets: { active, counted }, unknown }: ActiveFacetsProps) {
  const { onSearch } = useList()
  const meaning = attributeLookup(counted?.attributes ?? [])
  const nameOfPlace = (asked: string) =>
    (counted && findPlaces(counted.places, asked)[0]?.name) ?? asked
  const nameOfValue = (name: string): ((value: string) => string) | null => {
    if (name === 'gap') return (gap) => gapRules[gap as Gap].title
    const lang = findFacetLanguage(name)
    if (lang) return (state) => `Text in ${languageNames[lang]}: ${formatTextState(state)}`
    if (!isFacetName(name)) return null
    const attribute = meaning(facetAttributeKey(name))
    const text =
      attribute.tag_key === placeAttributeKey
        ? nameOfPlace
        : attribute.kind === 'year'
          ? formatYearRange
          : asItIs
    return (value) => `${attributeLabel(attribute)}: ${text(value)}`
  }
  const isUnknown = (name: string) =>
    unknown.some(({ tag_key }) => name === attributeFacetName(tag_key))
  const chips = Object.entries(active).flatMap(([name, text]) => {
    if (isUnknown(name)) return []
    const nameOfOne = nameOfValue(name)
    if (!nameOfOne)
      return [
        {
          label: name === 'withdrawn' ? 'Withdrawn' : `Changed since ${text}`,
          rest: { [name]: undefined },
        },
      ]
    const values: readonly string[] = name === 'gap' ? parseGaps(text) : splitFacetValues(text)
    return values.map((value) => ({
      label: nameOfOne(value),
      rest: { [name]: joinFacetValues(values.filter((one) => one !== value)) },
    }))
  })
  if (chips.length === 0) return null
  return (
    <ul aria-label="Active filters" className={`flex-wrap ${styles.chips} no-print`}>
      {chips.map(({ label, rest }) => (
        <li key={label}>
          <UnstyledButton
            className={`inline-middle ${styles.chip}`}
            aria-label={`Remove: ${label}`}
            onClick={() => onSearch(rest)}
          >
            {label}
            <IconX size={14} aria-hidden="true" />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** Says what a link or a saved view asks for that there is no more. */
export function UnknownAttributesNotice({
  unknown,
}: {
  readonly unknown: readonly AttributeDefinition[]
}) {
  const { type, search, onSearch } = useList()
  const keys = unknown.map(({ tag_key }) => tag_key)
  const names = unknown.map((one) => `“${attributeLabel(one)}”`).join(', ')
  return (
    <div role="status" className={`flex-middle ${styles.notice} no-print`}>
      <span>
        {names} {unknown.length === 1 ? 'is' : 'are'} no longer in use. The list is shown without{' '}
        {unknown.length === 1 ? 'it' : 'them'}.
      </span>
      <SmallButton
        onClick={() =>
          onSearch({
            ...Object.fromEntries(keys.map((key) => [attributeFacetName(key), undefined])),
            columns: formatColumns(
              type,
              parseColumns(search.columns).filter((key) => !keys.includes(key)),
            ),
          })
        }
      >
        Leave out
      </SmallButton>
    </div>
  )
}
