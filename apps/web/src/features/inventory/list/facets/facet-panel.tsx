import { Button, CloseButton, Drawer, TextInput, Title } from '@mantine/core'
import {
  attributeLabel,
  gapRules,
  gaps,
  type ItemListEntry,
  joinValues,
  languageNames,
  splitValues,
  textLanguages,
} from '@vitrine/contract'
import { type ReactNode, useId, useState } from 'react'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { toggled } from '../../../../ui/forms/fields.tsx'
import { RowSkeletons } from '../../../../ui/lists/row-skeletons.tsx'
import { numberText } from '../../../../ui/text/format.ts'
import { textStateName } from '../../texts.ts'
import { countRows, countValues, gapsIn, isFacet, yearOf } from '../column-data.ts'
import { useList } from '../list-context.ts'
import { nameOf, textFacet, withoutFacets } from '../list-search.ts'
import type { Facets } from '../use-shown-items.ts'
import styles from './facet-panel.module.css'
import '@mantine/core/styles/Drawer.layer.css'

interface FacetPanelProps {
  readonly facets: Facets
  readonly items: readonly ItemListEntry[]
  readonly onClose: () => void
}

export function FacetPanel({ onClose, ...props }: FacetPanelProps) {
  const id = useId()
  if (useList().narrow) {
    return (
      <Drawer
        opened
        onClose={onClose}
        title="Filters"
        size="20rem"
        closeButtonProps={{ 'aria-label': 'Close: Filters' }}
      >
        <FacetGroups {...props} />
        <Button fullWidth mt="md" onClick={onClose}>
          Show {numberText(props.facets.found.length)}
        </Button>
      </Drawer>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it
    <section aria-labelledby={id} tabIndex={0} className={`${styles.panel} no-print`}>
      <div className={`flex-middle ${styles.head}`}>
        <Title order={2} id={id} size="h4">
          Filters
        </Title>
        <CloseButton aria-label="Close: Filters" onClick={onClose} />
      </div>
      <FacetGroups {...props} />
    </section>
  )
}

function FacetGroups({ facets, items }: Omit<FacetPanelProps, 'onClose'>) {
  const { onSearch } = useList()
  const { active, counted } = facets
  if (!counted) return <RowSkeletons label="Loading the filters" rows={8} />
  const { rows, attributes, faceted } = counted
  const chosenGaps = gapsIn(active.gap)
  const isWithdrawn = (row: number) => items[row]?.public === false
  const ofTexts = textLanguages.map((lang) => ({
    name: textFacet(lang),
    title: `Text in ${languageNames[lang]}`,
    textIn: rows.text(lang),
    labelOf: textStateName,
    isYear: false,
  }))
  const ofAttributes = attributes.filter(isFacet).flatMap((attribute) => {
    const textIn = rows.attribute(attribute.tag_key)
    if (!textIn) return []
    const name = nameOf(attribute.tag_key)
    return [{ name, title: attributeLabel(attribute), textIn, labelOf: undefined, isYear: attribute.kind === 'year' }]
  })
  return (
    <div className={`column ${styles.groups}`}>
      {Object.keys(active).length > 0 && (
        <SecondaryButton size="compact-md" onClick={() => onSearch(withoutFacets(active))}>
          Clear all
        </SecondaryButton>
      )}
      <Group title="State">
        {gaps.map((gap) => (
          <Choice
            key={gap}
            label={gapRules[gap].title}
            count={countRows(faceted.without(`gap.${gap}`), rows.hasGap(gap))}
            checked={chosenGaps.includes(gap)}
            onToggle={() => onSearch({ gap: joinValues(toggled(chosenGaps, gap)) })}
          />
        ))}
        <Choice
          label="Withdrawn"
          count={countRows(faceted.without('withdrawn'), isWithdrawn)}
          checked={active.withdrawn === '1'}
          onToggle={() => onSearch({ withdrawn: active.withdrawn ? undefined : '1' })}
        />
        <TextInput
          type="date"
          size="sm"
          label="Changed since"
          value={active.changed ?? ''}
          onChange={({ currentTarget }) => onSearch({ changed: currentTarget.value || undefined })}
        />
      </Group>
      {[...ofTexts, ...ofAttributes].map(({ name, title, textIn, labelOf, isYear }) => {
        const asked = active[name]
        const others = faceted.without(name)
        const change = (text: string | undefined) => onSearch({ [name]: text })
        return (
          <Group key={name} title={title} isFolded={!isYear && asked === undefined}>
            {isYear ? (
              <YearRange
                key={asked}
                asked={asked}
                years={Array.from(others, (row) => yearOf(textIn(row))).filter(Number.isFinite)}
                onChange={change}
              />
            ) : (
              <Values
                counts={countValues(others, textIn)}
                chosen={splitValues(asked)}
                labelOf={labelOf}
                onChange={(values) => change(joinValues(values))}
              />
            )}
          </Group>
        )
      })}
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
}

const Choice = ({ label, count, checked, onToggle }: ChoiceProps) => (
  <label className={`flex-middle ${styles.choice}`} data-empty={(count === 0 && !checked) || undefined}>
    <input type="checkbox" checked={checked} onChange={onToggle} className={styles.box} />
    <span className={styles.label}>{label}</span>
    <span className={styles.count}>{numberText(count)}</span>
  </label>
)

interface ValuesProps {
  readonly labelOf: ((value: string) => string) | undefined
  readonly counts: readonly [string, number][]
  readonly chosen: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

const shownAtFirst = 8

function Values({ counts, chosen, labelOf = (value) => value, onChange }: ValuesProps) {
  const [all, setAll] = useState(false)
  const known = new Set(counts.map(([value]) => value))
  const values: readonly [string, number][] = [
    ...chosen.filter((value) => !known.has(value)).map((value): [string, number] => [value, 0]),
    ...(all ? counts : counts.filter(([value], index) => index < shownAtFirst || chosen.includes(value))),
  ]
  return (
    <>
      {values.map(([value, count]) => (
        <Choice
          key={value}
          label={labelOf(value)}
          count={count}
          checked={chosen.includes(value)}
          onToggle={() => onChange(toggled(chosen, value))}
        />
      ))}
      {values.length === 0 && <span className={styles.count}>No values</span>}
      {!all && counts.length > values.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          Show all {numberText(counts.length)}
        </Button>
      )}
    </>
  )
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
      onChange={({ currentTarget }) => setRange({ ...range, [part]: currentTarget.value.replaceAll(/\D/g, '') })}
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
