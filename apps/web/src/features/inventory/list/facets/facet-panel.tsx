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
    phoneFoot={
      <Button fullWidth mt="md" onClick={onClose}>
        Show {formatNumber(props.facets.found.length)}
      </Button>
    }
  >
    <FacetGroups {...props} />
  </SidePanel>
)

/**
 * A value is offered when an item has it that the typed filter finds. Ticking one changes the numbers alone: the values
 * stay where they are.
 */
function FacetGroups({ facets, items }: Omit<FacetPanelProps, 'onClose'>) {
  const { type, onSearch } = useList()
  const { active, typed, counted } = facets
  if (!counted) return <RowSkeletons label="Loading the filters" rows={8} />
  const { rows, attributes, places, faceted } = counted
  const chosenGaps = parseGaps(active.gap)
  const isWithdrawn = (row: number) => items[row]?.public === false
  const ofTexts = textLanguages.map((lang) => ({
    name: textFacetName(lang),
    title: `Text in ${languageNames[lang]}`,
    textIn: rows.text(lang),
    labelOf: formatTextState,
    isYear: false,
    isFirst: false,
  }))
  const firstFacets: readonly string[] = inventoryTypes[type].list.firstFacets
  const placeOf = ({ tag_key }: Attribute) => firstFacets.indexOf(tag_key)
  const ofAttributes = attributes
    .filter((one) => isFacetAttribute(one) || (placeOf(one) >= 0 && !one.retired))
    .sort((one, other) => placeOf(one) - placeOf(other))
    .flatMap((attribute) => {
      const textIn = rows.attribute(attribute.tag_key)
      if (!textIn) return []
      return [
        {
          name: attributeFacetName(attribute.tag_key),
          title: attributeLabel(attribute),
          textIn: attribute.tag_key === placeAttributeKey ? rows.place : textIn,
          labelOf: undefined,
          isYear: attribute.kind === 'year',
          isFirst: placeOf(attribute) >= 0,
        },
      ]
    })
  const group = ({
    name,
    title,
    textIn,
    labelOf,
    isYear,
    isFirst,
  }: (typeof ofAttributes | typeof ofTexts)[number]) => {
    const asked = active[name]
    const others = faceted.without(name)
    const change = (text: string | undefined) => onSearch({ [name]: text })
    const values = countFacetValues(typed, textIn)
    if (values.length === 0 && asked === undefined) return null
    const valuesOf = (of: ValuesProps) =>
      name === attributeFacetName(placeAttributeKey) ? (
        <PlaceValues places={places} {...of} />
      ) : (
        <Values {...of} />
      )
    return (
      <Group key={name} title={title} isFolded={!isFirst && asked === undefined}>
        {isYear ? (
          <YearRange
            key={asked}
            asked={asked}
            years={Array.from(others, (row) => parseYear(textIn(row))).filter(Number.isFinite)}
            onChange={change}
          />
        ) : (
          valuesOf({
            values: values.map(([value]) => value),
            counts: new Map(countFacetValues(others, textIn)),
            chosen: splitFacetValues(asked),
            labelOf,
            onChange: (chosen) => change(joinFacetValues(chosen)),
          })
        )}
      </Group>
    )
  }
  const state = (
    label: string,
    name: string,
    passes: (row: number) => boolean,
    checked: boolean,
    change: SearchChange,
  ) =>
    (checked || countRows(typed, passes) > 0) && (
      <Choice
        key={name}
        label={label}
        count={countRows(faceted.without(name), passes)}
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
      {ofAttributes.filter(({ isFirst }) => isFirst).map(group)}
      <Group title="State">
        {gaps.map((gap) =>
          state(gapRules[gap].title, `gap.${gap}`, rows.hasGap(gap), chosenGaps.includes(gap), {
            gap: joinFacetValues(toggleInList(chosenGaps, gap)),
          }),
        )}
        {state('Withdrawn', 'withdrawn', isWithdrawn, active.withdrawn === '1', {
          withdrawn: active.withdrawn ? undefined : '1',
        })}
        <TextInput
          type="date"
          size="sm"
          label="Changed since"
          value={active.changed ?? ''}
          onChange={({ currentTarget }) => onSearch({ changed: currentTarget.value || undefined })}
        />
      </Group>
      {[...ofTexts, ...ofAttributes.filter(({ isFirst }) => !isFirst)].map(group)}
    </div>
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

interface ChoiceProps {
  readonly label: string
  readonly count: number
  readonly checked: boolean
  readonly onToggle: () => void
  /** How far inside others it stands. */
  readonly depth?: number
  readonly disabled?: boolean
}

const Choice = ({ label, count, checked, onToggle, depth = 0, disabled }: ChoiceProps) => (
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
  /** Those offered, the most frequent first. */
  readonly values: readonly string[]
  readonly counts: ReadonlyMap<string, number>
  readonly labelOf: ((value: string) => string) | undefined
  readonly chosen: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

const shownAtFirst = 8

function Values({ values, counts, chosen, labelOf = (value) => value, onChange }: ValuesProps) {
  const [all, setAll] = useState(false)
  const offered = [
    ...chosen.filter((value) => !values.includes(value)),
    ...(all
      ? values
      : values.filter((value, index) => index < shownAtFirst || chosen.includes(value))),
  ]
  return (
    <>
      {offered.map((value) => (
        <Choice
          key={value}
          label={labelOf(value)}
          count={counts.get(value) ?? 0}
          checked={chosen.includes(value)}
          onToggle={() => onChange(toggleInList(chosen, value))}
        />
      ))}
      {!all && values.length > offered.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          Show all {formatNumber(values.length)}
        </Button>
      )}
    </>
  )
}

interface PlaceValuesProps extends ValuesProps {
  readonly places: PlaceTree
}

/** Places as they are inside one another; one that is ticked stands for all that are in it. Values are ids, and codes in the address. */
function PlaceValues({ places, values, counts, chosen, onChange }: PlaceValuesProps) {
  const ticked = new Set(findPlaces(places, joinFacetValues(chosen)).map(({ id }) => id))
  const offered = new Set([...values.map(Number), ...ticked])
  const toggle = (id: number) => {
    const inside = places.below(id)
    const others = [...ticked].filter((one) => !inside.includes(one))
    const next = ticked.has(id) ? others : [...others, id]
    onChange(next.flatMap((one) => places.get(one)?.code ?? []))
  }
  const rows = (parent: number | null, depth: number, isInTicked: boolean): ReactNode =>
    places.childrenOf(parent).map(({ id, name }) => {
      const inside = places.below(id)
      const isTicked = ticked.has(id)
      if (!inside.some((one) => offered.has(one))) return null
      return (
        <Fragment key={id}>
          <Choice
            label={name}
            depth={depth}
            count={inside.reduce((sum, one) => sum + (counts.get(String(one)) ?? 0), 0)}
            checked={isTicked || isInTicked}
            disabled={isInTicked}
            onToggle={() => toggle(id)}
          />
          {rows(id, depth + 1, isTicked || isInTicked)}
        </Fragment>
      )
    })
  return <>{rows(null, 0, false)}</>
}

interface YearRangeProps {
  readonly asked: string | undefined
  /** Those that items have. */
  readonly years: readonly number[]
  readonly onChange: (range: string | undefined) => void
}

/** Taken over when a field is left or Enter is pressed: while typing, '19' is not a year yet. */
function YearRange({ asked, years, onChange }: YearRangeProps) {
  const hint = (choose: (one: number, other: number) => number) =>
    years.length === 0 ? '' : String(years.reduce((best, year) => choose(best, year)))
  const [first = '', last = ''] = asked?.split('-') ?? []
  const [range, setRange] = useState({ first, last })
  const commit = () => {
    const next = range.first || range.last ? `${range.first}-${range.last}` : undefined
    if (next !== asked) onChange(next)
  }
  const field = (part: 'first' | 'last', label: string, placeholder: string) => (
    <TextInput
      size="sm"
      inputMode="numeric"
      maxLength={4}
      label={label}
      placeholder={placeholder}
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
      {field('first', 'From', hint(Math.min))}
      {field('last', 'To', hint(Math.max))}
      <input type="submit" hidden />
    </form>
  )
}
