import { Button, TextInput } from '@mantine/core'
import {
  type Attribute,
  attributeLabel,
  gapRules,
  gaps,
  type ItemListEntry,
  inventoryTypes,
  joinFacetValues,
  languageNames,
  type PlaceTree,
  placeAttributeKey,
  splitFacetValues,
  textLanguages,
} from '@vitrine/contract'
import { Fragment, type ReactNode, useState } from 'react'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { toggleInList } from '../../../../ui/forms/fields.tsx'
import { SidePanel } from '../../../../ui/layout/side-panel.tsx'
import { RowSkeletons } from '../../../../ui/lists/row-skeletons.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { formatTextState } from '../../texts.ts'
import type { RowValues } from '../columns/row-values.ts'
import {
  countFacetValues,
  countRows,
  findPlaces,
  isFacetAttribute,
  parseGaps,
  parseYear,
} from '../facet-filter.ts'
import { useList } from '../list-context.ts'
import {
  attributeFacetName,
  clearedFacets,
  type FacetName,
  type SearchChange,
  textFacetName,
} from '../list-search.ts'
import type { FacetState } from '../use-shown-items.ts'
import styles from './facet-panel.module.css'

interface FacetPanelProps {
  readonly facets: FacetState
  readonly items: readonly ItemListEntry[]
  readonly onClose: () => void
}

/** The facets beside the list, or on a phone over it. */
export const FacetPanel = ({ onClose, ...props }: FacetPanelProps) => (
  <SidePanel
    title="Filters"
    side="left"
    onClose={onClose}
    phoneFooter={
      <Button fullWidth mt="md" onClick={onClose}>
        Show {formatNumber(props.facets.foundRows.length)}
      </Button>
    }
  >
    <FacetGroups {...props} />
  </SidePanel>
)

/**
 * Offers the values of items that the typed filter finds. Ticking a value changes only the counts,
 * so that the values stay in place.
 */
function FacetGroups({ facets, items }: Omit<FacetPanelProps, 'onClose'>) {
  const { type, onSearch } = useList()
  const { active, facetData } = facets
  if (!facetData) return <RowSkeletons label="Loading the filters" rows={8} />

  const { rows, attributes } = facetData
  const firstKeys: readonly string[] = inventoryTypes[type].list.firstFacets
  const attributeFacets = listAttributeFacets(attributes, rows, firstKeys)
  const renderFacet = (facet: Facet) => (
    <FacetGroup key={facet.name} facet={facet} facets={facets} facetData={facetData} />
  )

  return (
    <div className={`column ${styles.groups}`}>
      <SecondaryButton
        size="compact-md"
        disabled={Object.keys(active).length === 0}
        onClick={() => onSearch(clearedFacets(active))}
      >
        Clear all
      </SecondaryButton>
      {attributeFacets.filter(({ isFirst }) => isFirst).map(renderFacet)}
      <StateGroup facets={facets} facetData={facetData} items={items} />
      {listTextFacets(rows).map(renderFacet)}
      {attributeFacets.filter(({ isFirst }) => !isFirst).map(renderFacet)}
    </div>
  )
}

type FacetData = NonNullable<FacetState['facetData']>

interface StateGroupProps {
  readonly facets: FacetState
  readonly facetData: FacetData
  readonly items: readonly ItemListEntry[]
}

/** Offers what is missing or withdrawn, and the day since which items have changed. */
function StateGroup({ facets, facetData, items }: StateGroupProps) {
  const { onSearch } = useList()
  const { active, rowsBeforeFacets } = facets
  const { rows, faceted } = facetData
  const offeredFacets = listStateFacets(active, rows, items).filter(
    ({ checked, passes }) => checked || countRows(rowsBeforeFacets, passes) > 0,
  )

  return (
    <Group title="State">
      {offeredFacets.map(({ label, name, passes, checked, toggledSearch }) => (
        <FacetCheckbox
          key={name}
          label={label}
          count={countRows(faceted.hitsWithout(name), passes)}
          checked={checked}
          onToggle={() => onSearch(toggledSearch)}
        />
      ))}
      <TextInput
        type="date"
        size="sm"
        label="Changed since"
        value={active.changed ?? ''}
        onChange={({ currentTarget }) => onSearch({ changed: currentTarget.value || undefined })}
      />
    </Group>
  )
}

interface StateFacet {
  readonly label: string
  /** As its test is named among those that the list applies. */
  readonly name: string
  readonly passes: (row: number) => boolean
  readonly checked: boolean
  /** The change of the address that ticks or unticks it. */
  readonly toggledSearch: SearchChange
}

function listStateFacets(
  active: FacetState['active'],
  rows: RowValues,
  items: readonly ItemListEntry[],
): StateFacet[] {
  const chosenGaps = parseGaps(active.gap)
  const gapFacets = gaps.map((gap) => ({
    label: gapRules[gap].title,
    name: `gap.${gap}`,
    passes: rows.hasGap(gap),
    checked: chosenGaps.includes(gap),
    toggledSearch: { gap: joinFacetValues(toggleInList(chosenGaps, gap)) },
  }))

  const withdrawnFacet: StateFacet = {
    label: 'Withdrawn',
    name: 'withdrawn',
    passes: (row) => items[row]?.public === false,
    checked: active.withdrawn === '1',
    toggledSearch: { withdrawn: active.withdrawn ? undefined : '1' },
  }
  return [...gapFacets, withdrawnFacet]
}

interface Facet {
  readonly name: FacetName | ReturnType<typeof textFacetName>
  readonly title: string
  readonly getText: (row: number) => string
  readonly formatValue: ((value: string) => string) | undefined
  readonly isYear: boolean
  /** Whether it stands above the states and is unfolded. */
  readonly isFirst: boolean
}

function listAttributeFacets(
  attributes: readonly Attribute[],
  rows: RowValues,
  firstKeys: readonly string[],
): Facet[] {
  const firstIndex = ({ tag_key }: Attribute) => firstKeys.indexOf(tag_key)
  const isFirst = (attribute: Attribute) => firstIndex(attribute) >= 0

  return (
    attributes
      .filter(
        (attribute) => isFacetAttribute(attribute) || (isFirst(attribute) && !attribute.retired),
      )
      .filter(({ tag_key }) => rows.attribute(tag_key) !== undefined)
      // All others have the index -1, and keep the order of the catalogue.
      .sort((a, b) => firstIndex(a) - firstIndex(b))
      .map((attribute) => ({
        name: attributeFacetName(attribute.tag_key),
        title: attributeLabel(attribute),
        getText: createTextReader(attribute, rows),
        formatValue: undefined,
        isYear: attribute.kind === 'year',
        isFirst: isFirst(attribute),
      }))
  )
}

/** Reads the attribute's text in a row; for places their id, by which they are counted. */
const createTextReader = ({ tag_key }: Attribute, rows: RowValues): Facet['getText'] =>
  tag_key === placeAttributeKey ? rows.place : (rows.attribute(tag_key) ?? (() => ''))

const listTextFacets = (rows: RowValues): Facet[] =>
  textLanguages.map((lang) => ({
    name: textFacetName(lang),
    title: `Text in ${languageNames[lang]}`,
    getText: rows.text(lang),
    formatValue: formatTextState,
    isYear: false,
    isFirst: false,
  }))

interface FacetGroupProps {
  readonly facet: Facet
  readonly facets: FacetState
  readonly facetData: FacetData
}

function FacetGroup({ facet, facets, facetData }: FacetGroupProps) {
  const { onSearch } = useList()
  const { name, title, getText, formatValue, isYear, isFirst } = facet
  const addressText = facets.active[name]
  const values = countFacetValues(facets.rowsBeforeFacets, getText)
  if (values.length === 0 && addressText === undefined) return null

  const rowsWithoutFacet = facetData.faceted.hitsWithout(name)
  const change = (text: string | undefined) => onSearch({ [name]: text })

  const renderYears = () => {
    const years = Array.from(rowsWithoutFacet, (row) => parseYear(getText(row)))
    return (
      <YearRange
        key={addressText}
        value={addressText}
        years={years.filter(Number.isFinite)}
        onChange={change}
      />
    )
  }

  const renderValues = () => {
    const valuesProps: ValuesProps = {
      values: values.map(([value]) => value),
      counts: new Map(countFacetValues(rowsWithoutFacet, getText)),
      chosen: splitFacetValues(addressText),
      formatValue,
      onChange: (chosen) => change(joinFacetValues(chosen)),
    }
    return name === attributeFacetName(placeAttributeKey) ? (
      <PlaceValues places={facetData.places} {...valuesProps} />
    ) : (
      <FacetValues {...valuesProps} />
    )
  }

  return (
    <Group title={title} isFolded={!isFirst && addressText === undefined}>
      {isYear ? renderYears() : renderValues()}
    </Group>
  )
}

interface GroupProps {
  readonly title: string
  readonly isFolded?: boolean
  readonly children: ReactNode
}

const Group = ({ title, isFolded = false, children }: GroupProps) => (
  <details open={!isFolded} className={styles.group}>
    <summary className={styles.title}>{title}</summary>
    <div className={`column ${styles.choices}`}>{children}</div>
  </details>
)

interface FacetCheckboxProps {
  readonly label: string
  readonly count: number
  readonly checked: boolean
  readonly onToggle: () => void
  /** Indentation level, for places inside others. */
  readonly depth?: number
  readonly disabled?: boolean
}

const indentRem = 1.25

const FacetCheckbox = ({
  label,
  count,
  checked,
  onToggle,
  depth = 0,
  disabled,
}: FacetCheckboxProps) => (
  <label
    className={`flex-middle ${styles.choice}`}
    data-empty={(count === 0 && !checked) || undefined}
    style={{ paddingInlineStart: `${depth * indentRem}rem` }}
  >
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={onToggle}
      className={styles.box}
    />
    <span className={styles.label}>{label}</span>
    <span className={styles.count}>{formatNumber(count)}</span>
  </label>
)

interface ValuesProps {
  /** All values to offer, the most frequent first. */
  readonly values: readonly string[]
  readonly counts: ReadonlyMap<string, number>
  readonly formatValue: ((value: string) => string) | undefined
  readonly chosen: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** Values shown before ‘Show all’ is pressed, besides the chosen ones. */
const unfoldedCount = 8

function FacetValues({
  values,
  counts,
  chosen,
  formatValue = (value) => value,
  onChange,
}: ValuesProps) {
  const [showsAll, setShowsAll] = useState(false)
  // The typed filter finds no item with them, but they must remain to be unticked.
  const chosenWithoutItems = chosen.filter((value) => !values.includes(value))
  const shownValues = values.filter(
    (value, index) => showsAll || index < unfoldedCount || chosen.includes(value),
  )

  return (
    <>
      {[...chosenWithoutItems, ...shownValues].map((value) => (
        <FacetCheckbox
          key={value}
          label={formatValue(value)}
          count={counts.get(value) ?? 0}
          checked={chosen.includes(value)}
          onToggle={() => onChange(toggleInList(chosen, value))}
        />
      ))}
      {!showsAll && values.length > chosenWithoutItems.length + shownValues.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
          Show all {formatNumber(values.length)}
        </Button>
      )}
    </>
  )
}

interface PlaceValuesProps extends ValuesProps {
  readonly places: PlaceTree
}

/**
 * Places as a tree; ticking one includes all places in it. `values` and `counts` have place ids,
 * `chosen` has the codes from the address.
 */
function PlaceValues({ places, values, counts, chosen, onChange }: PlaceValuesProps) {
  const tickedIds = new Set(findPlaces(places, joinFacetValues(chosen)).map(({ id }) => id))
  const offeredIds = new Set([...values.map(Number), ...tickedIds])

  const toggle = (id: number) => {
    // Ticking a place unticks those inside it, which it includes.
    const idsInside = places.below(id)
    const otherIds = [...tickedIds].filter((tickedId) => !idsInside.includes(tickedId))
    const nextIds = tickedIds.has(id) ? otherIds : [...otherIds, id]
    onChange(nextIds.map((nextId) => places.get(nextId)?.code).filter((code) => code !== undefined))
  }

  const countItems = (placeIds: readonly number[]) => {
    let total = 0
    for (const id of placeIds) total += counts.get(String(id)) ?? 0
    return total
  }

  const renderPlaces = (
    parentId: number | null,
    depth: number,
    isInTickedPlace: boolean,
  ): ReactNode =>
    places.childrenOf(parentId).map(({ id, name }) => {
      const idsInside = places.below(id)
      const isTicked = isInTickedPlace || tickedIds.has(id)
      const isOffered = idsInside.some((idInside) => offeredIds.has(idInside))
      if (!isOffered) return null

      return (
        <Fragment key={id}>
          <FacetCheckbox
            label={name}
            depth={depth}
            count={countItems(idsInside)}
            checked={isTicked}
            disabled={isInTickedPlace}
            onToggle={() => toggle(id)}
          />
          {renderPlaces(id, depth + 1, isTicked)}
        </Fragment>
      )
    })

  return <>{renderPlaces(null, 0, false)}</>
}

interface YearRangeProps {
  /** The range in the address. */
  readonly value: string | undefined
  /** The years of the items, for the placeholders. */
  readonly years: readonly number[]
  readonly onChange: (range: string | undefined) => void
}

/**
 * Fields for the first and the last year. Applied when a field loses the focus or on Enter: while
 * typing, '19' is not a year yet.
 */
function YearRange({ value, years, onChange }: YearRangeProps) {
  const [first = '', last = ''] = value?.split('-') ?? []
  const [range, setRange] = useState({ first, last })

  const commit = () => {
    const newValue = range.first || range.last ? `${range.first}-${range.last}` : undefined
    if (newValue !== value) onChange(newValue)
  }

  const renderField = (part: 'first' | 'last', label: string, exampleYear: number) => (
    <TextInput
      size="sm"
      inputMode="numeric"
      maxLength={4}
      label={label}
      placeholder={Number.isFinite(exampleYear) ? String(exampleYear) : ''}
      value={range[part]}
      onChange={({ currentTarget }) =>
        setRange({ ...range, [part]: currentTarget.value.replaceAll(/\D/g, '') })
      }
      onBlur={commit}
    />
  )

  return (
    <form
      className={styles.range}
      onSubmit={(event) => {
        event.preventDefault()
        commit()
      }}
    >
      {renderField('first', 'From', findExtreme(years, Math.min))}
      {renderField('last', 'To', findExtreme(years, Math.max))}
      {/* Lets Enter submit a form with several fields. */}
      <input type="submit" hidden />
    </form>
  )
}

/** Returns NaN without years. Not `Math.min(...years)`: thousands of arguments may overflow. */
const findExtreme = (years: readonly number[], choose: (a: number, b: number) => number): number =>
  years.reduce((extreme, year) => choose(extreme, year), years[0] ?? Number.NaN)
