import { Button, CloseButton, Drawer, TextInput, Title } from '@mantine/core'
import {
  attributeLabel,
  type Gap,
  gapRules,
  gaps,
  type ItemListEntry,
  languageNames,
  textLanguages,
} from '@vitrine/contract'
import { type ReactNode, useId, useState } from 'react'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { numberText } from '../../../../ui/lists/count-text.ts'
import { RowSkeletons } from '../../../../ui/lists/row-skeletons.tsx'
import { textStateName } from '../../text-state-names.ts'
import type { Facets } from '../use-shown-items.ts'
import { countRows, countValues, gapsIn, isFacet, yearOf } from './facet-filter.ts'
import styles from './facet-panel.module.css'
import { joinValues, nameOf, splitValues, textFacet, withoutFacets } from './facet-search.ts'
import '@mantine/core/styles/Drawer.layer.css'

interface FacetPanelProps {
  readonly facets: Facets
  readonly items: readonly ItemListEntry[]
  readonly inDrawer: boolean
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly onClose: () => void
}

/** The facets of a list, beside it or on a phone in a drawer over it. */
export function FacetPanel({ inDrawer, onClose, ...props }: FacetPanelProps) {
  const id = useId()
  if (inDrawer) {
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
      <div className={styles.head}>
        <Title order={2} id={id} size="h4">
          Filters
        </Title>
        <CloseButton aria-label="Close: Filters" onClick={onClose} />
      </div>
      <FacetGroups {...props} />
    </section>
  )
}

function FacetGroups({ facets, items, onSearch }: Omit<FacetPanelProps, 'inDrawer' | 'onClose'>) {
  const { active, counted } = facets
  if (!counted) return <RowSkeletons label="Loading the filters" rows={8} />
  const { rows, attributes, faceted } = counted
  const chosenGaps = gapsIn(active.gap)
  const toggleGap = (gap: Gap) =>
    onSearch({
      gap: joinValues(chosenGaps.includes(gap) ? chosenGaps.filter((one) => one !== gap) : [...chosenGaps, gap]),
    })
  const isWithdrawn = (row: number) => items[row]?.public === false
  return (
    <div className={styles.groups}>
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
            onToggle={() => toggleGap(gap)}
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
      {textLanguages.map((lang) => {
        const name = textFacet(lang)
        return (
          <Group key={lang} title={`Text in ${languageNames[lang]}`} isFolded={active[name] === undefined}>
            <Values
              counts={countValues(faceted.without(name), rows.text(lang))}
              chosen={splitValues(active[name])}
              labelOf={textStateName}
              onChange={(values) => onSearch({ [name]: joinValues(values) })}
            />
          </Group>
        )
      })}
      {attributes.filter(isFacet).map((attribute) => {
        const key = attribute.tag_key
        const textIn = rows.attribute(key)
        if (!textIn) return null
        const name = nameOf(key)
        const asked = active[name]
        const others = faceted.without(name)
        if (attribute.kind === 'year') {
          const years = Array.from(others, (row) => yearOf(textIn(row))).filter(Number.isFinite)
          return (
            <Group key={key} title={attributeLabel(attribute)}>
              <YearRange
                key={asked}
                asked={asked}
                from={years.reduce((least, year) => Math.min(least, year), Number.POSITIVE_INFINITY)}
                to={years.reduce((most, year) => Math.max(most, year), Number.NEGATIVE_INFINITY)}
                onChange={(range) => onSearch({ [name]: range })}
              />
            </Group>
          )
        }
        return (
          <Group key={key} title={attributeLabel(attribute)} isFolded={asked === undefined}>
            <Values
              counts={countValues(others, textIn)}
              chosen={splitValues(asked)}
              onChange={(values) => onSearch({ [name]: joinValues(values) })}
            />
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
    <div className={styles.choices}>{children}</div>
  </details>
)

interface ChoiceProps {
  readonly label: string
  readonly count: number
  readonly checked: boolean
  readonly onToggle: () => void
}

const Choice = ({ label, count, checked, onToggle }: ChoiceProps) => (
  <label className={styles.choice} data-empty={(count === 0 && !checked) || undefined}>
    <input type="checkbox" checked={checked} onChange={onToggle} className={styles.box} />
    <span className={styles.label}>{label}</span>
    <span className={styles.count}>{numberText(count)}</span>
  </label>
)

interface ValuesProps {
  readonly labelOf?: (value: string) => string
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
          onToggle={() => onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])}
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
  readonly from: number
  readonly to: number
  readonly onChange: (range: string | undefined) => void
}

/** Taken over when a field is left or Enter is pressed: while typing, '19' is not a year yet. */
function YearRange({ asked, from, to, onChange }: YearRangeProps) {
  const [first = '', last = ''] = asked?.split('-') ?? []
  const [range, setRange] = useState({ first, last })
  const commit = () => {
    const next = range.first || range.last ? `${range.first}-${range.last}` : undefined
    if (next !== asked) onChange(next)
  }
  const field = (part: 'first' | 'last', label: string, hint: number) => (
    <TextInput
      size="sm"
      inputMode="numeric"
      maxLength={4}
      label={label}
      placeholder={Number.isFinite(hint) ? String(hint) : ''}
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
      {field('first', 'From', from)}
      {field('last', 'To', to)}
      <input type="submit" hidden />
    </form>
  )
}
