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
  const { active, rowsBeforeFacets, facetData } = facets
  if (!facetData) return <RowSkeletons label="Loading the filters" rows={8} />

  const { rows, attributes, faceted } = facetData
  const firstKeys: readonly string[] = inventoryTypes[type].list.firstFacets
  const attributeFacets = listAttributeFacets(attributes, rows, firstKeys)
  const chosenGaps = parseGaps(active.gap)
  const isWithdrawn = (row: number) => items[row]?.public === false

  const renderFacet = (facet: Facet) => (
    <FacetGroup key={facet.name} facet={facet} facets={facets} facetData={facetData} />
  )
  const renderState = ({ label, name, passes, checked, change }: StateFacet) =>
    (checked || countRows(rowsBeforeFacets, passes) > 0) && (
      <FacetCheckbox
        key={name}
        label={label}
        count={countRows(faceted.hitsWithout(name), passes)}
        checked={checked}
        onToggle={() => onSearch(change)}
      />
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
      <Group title="State">
        {gaps.map((gap) =>
          renderState({
            label: gapRules[gap].title,
            name: `gap.${gap}`,
            passes: rows.hasGap(gap),
            checked: chosenGaps.includes(gap),
            change: { gap: joinFacetValues(toggleInList(chosenGaps, gap)) },
          }),
        )}
        {renderState({
          label: 'Withdrawn',
          name: 'withdrawn',
          passes: isWithdrawn,
          checked: active.withdrawn === '1',
          change: { withdrawn: active.withdrawn ? undefined : '1' },
        })}
        <TextInput
          type="date"
          size="sm"
          label="Changed since"
          value={active.changed ?? ''}
          onChange={({ currentTarget }) => onSearch({ changed: currentTarget.value || undefined })}
        />
      </Group>
      {listTextFacets(rows).map(renderFacet)}
      {attributeFacets.filter(({ isFirst }) => !isFirst).map(renderFacet)}
    </div>
  )
}

interface StateFacet {
  readonly label: string
  readonly name: string
  readonly passes: (row: number) => boolean
  readonly checked: boolean
  readonly change: SearchChange
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
  return attributes
    .filter(
      (attribute) => isFacetAttribute(attribute) || (isFirst(attribute) && !attribute.retired),
    )
    .sort((a, b) => firstIndex(a) - firstIndex(b))
    .flatMap((attribute) => {
      const getText = rows.attribute(attribute.tag_key)
      if (!getText) return []

      return {
        name: attributeFacetName(attribute.tag_key),
        title: attributeLabel(attribute),
        getText: attribute.tag_key === placeAttributeKey ? rows.place : getText,
        formatValue: undefined,
        isYear: attribute.kind === 'year',
        isFirst: isFirst(attribute),
      }
    })
}

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
  readonly facetData: NonNullable<FacetState['facetData']>
}

function FacetGroup({ facet, facets, facetData }: FacetGroupProps) {
  const { onSearch } = useList()
  const { name, title, getText, formatValue, isYear, isFirst } = facet
  const selected = facets.active[name]
  const values = countFacetValues(facets.rowsBeforeFacets, getText)
  if (values.length === 0 && selected === undefined) return null

  const rowsWithoutFacet = facetData.faceted.hitsWithout(name)
  const change = (text: string | undefined) => onSearch({ [name]: text })
  const getValuesProps = (): ValuesProps => ({
    values: values.map(([value]) => value),
    counts: new Map(countFacetValues(rowsWithoutFacet, getText)),
    chosen: splitFacetValues(selected),
    formatValue,
    onChange: (chosen) => change(joinFacetValues(chosen)),
  })
  const renderControl = () => {
    if (isYear) {
      const years = Array.from(rowsWithoutFacet, (row) => parseYear(getText(row)))
      return (
        <YearRange
          key={selected}
          value={selected}
          years={years.filter(Number.isFinite)}
          onChange={change}
        />
      )
    }
    if (name === attributeFacetName(placeAttributeKey))
      return <PlaceValues places={facetData.places} {...getValuesProps()} />
    return <Values {...getValuesProps()} />
  }
  return (
    <Group title={title} isFolded={!isFirst && selected === undefined}>
      {renderControl()}
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
    style={{ paddingInlineStart: `${depth * 1.25}rem` }}
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
  /** The values to offer, the most frequent first. */
  readonly values: readonly string[]
  readonly counts: ReadonlyMap<string, number>
  readonly formatValue: ((value: string) => string) | undefined
  readonly chosen: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

const initialCount = 8

function Values({ values, counts, chosen, formatValue = (value) => value, onChange }: ValuesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const offered = [
    ...chosen.filter((value) => !values.includes(value)),
    ...(showsAll
      ? values
      : values.filter((value, index) => index < initialCount || chosen.includes(value))),
  ]
  return (
    <>
      {offered.map((value) => (
        <FacetCheckbox
          key={value}
          label={formatValue(value)}
          count={counts.get(value) ?? 0}
          checked={chosen.includes(value)}
          onToggle={() => onChange(toggleInList(chosen, value))}
        />
      ))}
      {!showsAll && values.length > offered.length && (
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
  const ticked = new Set(findPlaces(places, joinFacetValues(chosen)).map(({ id }) => id))
  const offered = new Set([...values.map(Number), ...ticked])
  const toggle = (id: number) => {
    const idsInside = places.below(id)
    const others = [...ticked].filter((tickedId) => !idsInside.includes(tickedId))
    const next = ticked.has(id) ? others : [...others, id]
    onChange(next.flatMap((tickedId) => places.get(tickedId)?.code ?? []))
  }
  const renderPlaces = (parent: number | null, depth: number, isInTicked: boolean): ReactNode =>
    places.childrenOf(parent).map(({ id, name }) => {
      const idsInside = places.below(id)
      const isTicked = ticked.has(id)
      if (!idsInside.some((idInside) => offered.has(idInside))) return null

      return (
        <Fragment key={id}>
          <FacetCheckbox
            label={name}
            depth={depth}
            count={idsInside.reduce(
              (sum, idInside) => sum + (counts.get(String(idInside)) ?? 0),
              0,
            )}
            checked={isTicked || isInTicked}
            disabled={isInTicked}
            onToggle={() => toggle(id)}
          />
          {renderPlaces(id, depth + 1, isTicked || isInTicked)}
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

/** Applied when a field loses the focus or on Enter: while typing, '19' is not a year yet. */
function YearRange({ value, years, onChange }: YearRangeProps) {
  const placeholder = (choose: (a: number, b: number) => number) =>
    years.length === 0 ? '' : String(years.reduce((best, year) => choose(best, year)))
  const [first = '', last = ''] = value?.split('-') ?? []
  const [range, setRange] = useState({ first, last })
  const commit = () => {
    const next = range.first || range.last ? `${range.first}-${range.last}` : undefined
    if (next !== value) onChange(next)
  }
  const renderField = (part: 'first' | 'last', label: string, placeholderText: string) => (
    <TextInput
      size="sm"
      inputMode="numeric"
      maxLength={4}
      label={label}
      placeholder={placeholderText}
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
      {renderField('first', 'From', placeholder(Math.min))}
      {renderField('last', 'To', placeholder(Math.max))}
      <input type="submit" hidden />
    </form>
  )
}
