import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import {
  type AttributeDefinition,
  attributeLabel,
  definitionLookup,
  type Gap,
  gapRules,
  joinFacetValues,
  languageNames,
  placeAttributeKey,
  splitFacetValues,
} from '@vitrine/contract'
import { SmallButton } from '../../../../ui/forms/buttons.ts'
import { restoreFocus } from '../../../../ui/forms/use-keep-focus.ts'
import { formatDate, formatNumber } from '../../../../ui/text/format.ts'
import { formatTextState } from '../../texts.ts'
import { findPlaces, formatYearRange, parseGaps } from '../facet-filter.ts'
import { useList } from '../list-context.ts'
import {
  attributeFacetName,
  clearedFacets,
  facetAttributeKey,
  findFacetLanguage,
  formatColumns,
  isFacetName,
  parseColumns,
  type SearchChange,
} from '../list-search.ts'
import type { FacetState } from '../use-shown-items.ts'
import styles from './active-facets.module.css'

interface ActiveFacetsProps {
  readonly facets: FacetState
  readonly unknownAttributes: readonly AttributeDefinition[]
}

/** The active facets as chips, each with a button to remove it. */
export function ActiveFacets(props: ActiveFacetsProps) {
  const { onSearch } = useList()
  const chips = listChips(props)
  if (chips.length === 0) return null

  return (
    <ul aria-label="Active filters" className={`flex-wrap ${styles.chips} no-print`}>
      {chips.map(({ label, searchWithout }) => (
        <li key={label}>
          <UnstyledButton
            className={`inline-middle ${styles.chip}`}
            aria-label={`Remove: ${label}`}
            onClick={() => onSearch(searchWithout)}
          >
            {label}
            <IconX size={14} aria-hidden="true" />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

interface RestoredFilterNoticeProps extends ActiveFacetsProps {
  readonly totalCount: number
}

/** Says that the list has the filter of the last visit, with a button that shows all items. */
export function RestoredFilterNotice({ totalCount, ...facets }: RestoredFilterNoticeProps) {
  const { search, onSearch } = useList()

  const showAll = () => {
    onSearch({ filter: undefined, ...clearedFacets(search) })
    // The pressed button disappears, and the focus with it.
    restoreFocus(null)
  }

  const filters = listChips(facets).map(({ label }) => label)
  if (search.filter) filters.unshift(`“${search.filter}”`)
  if (filters.length === 0) return null

  return (
    <div role="status" className={`flex-middle ${styles.restored} no-print`}>
      <span>
        Filtered as before: <strong>{filters.join(' · ')}</strong>
      </span>
      <SmallButton onClick={showAll}>Show all {formatNumber(totalCount)}</SmallButton>
    </div>
  )
}

/** Names attributes that a link or a saved view uses but that no longer exist. */
export function UnknownAttributesNotice({
  unknownAttributes,
}: {
  readonly unknownAttributes: readonly AttributeDefinition[]
}) {
  const { type, search, onSearch } = useList()
  const keys = unknownAttributes.map(({ tag_key }) => tag_key)
  const names = unknownAttributes.map((attribute) => `“${attributeLabel(attribute)}”`).join(', ')
  const isSingle = unknownAttributes.length === 1

  const leaveOut = () => {
    const chosenKeys = parseColumns(search.columns)
    onSearch({
      ...Object.fromEntries(keys.map((key) => [attributeFacetName(key), undefined])),
      columns: formatColumns(
        type,
        chosenKeys.filter((key) => !keys.includes(key)),
      ),
    })
  }

  return (
    <div role="status" className={`flex-middle ${styles.notice} no-print`}>
      <span>
        {names} {isSingle ? 'is' : 'are'} no longer in use. The list is shown without{' '}
        {isSingle ? 'it' : 'them'}.
      </span>
      <SmallButton onClick={leaveOut}>Leave out</SmallButton>
    </div>
  )
}

interface FacetChip {
  readonly label: string
  /** The change of the address that removes the chip. */
  readonly searchWithout: SearchChange
}

/** Lists the active facets, one chip for each value. */
function listChips({ facets, unknownAttributes }: ActiveFacetsProps): FacetChip[] {
  const { active, facetData } = facets
  const formatChip = createChipFormatter(facetData)
  const isUnknown = (name: string) =>
    unknownAttributes.some(({ tag_key }) => name === attributeFacetName(tag_key))

  return Object.entries(active)
    .filter(([name]) => !isUnknown(name))
    .flatMap(([name, text]): FacetChip[] => {
      if (name === 'withdrawn' || name === 'changed')
        return [{ label: formatChip(name, text), searchWithout: { [name]: undefined } }]

      const values: readonly string[] = name === 'gap' ? parseGaps(text) : splitFacetValues(text)
      return values.map((value) => ({
        label: formatChip(name, value),
        searchWithout: { [name]: joinFacetValues(values.filter((other) => other !== value)) },
      }))
    })
}

/** Creates a function that formats one value of a facet with the facet's name. */
function createChipFormatter(facetData: FacetState['facetData']) {
  const getDefinition = definitionLookup(facetData?.attributes ?? [])

  const formatAttributeValue = ({ tag_key, kind }: AttributeDefinition, value: string): string => {
    if (tag_key === placeAttributeKey && facetData) {
      const [place] = findPlaces(facetData.places, value)
      return place?.name ?? value
    }
    return kind === 'year' ? formatYearRange(value) : value
  }

  return (name: string, value: string): string => {
    if (name === 'withdrawn') return 'Withdrawn'
    if (name === 'changed') return `Changed since ${formatDay(value)}`
    if (name === 'gap') return gapRules[value as Gap].title
    const lang = findFacetLanguage(name)
    if (lang) return `Text in ${languageNames[lang]}: ${formatTextState(value)}`
    if (!isFacetName(name)) return value

    const attribute = getDefinition(facetAttributeKey(name))
    return `${attributeLabel(attribute)}: ${formatAttributeValue(attribute, value)}`
  }
}

/** Formats a day from the address; a day that does not exist stays as it is. */
const formatDay = (day: string): string => (Number.isNaN(Date.parse(day)) ? day : formatDate(day))
