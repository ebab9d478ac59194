import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SavedView, stocktakeLimits } from '@vitrine/contract'
import { type ComponentType, type FormEvent, useMemo, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { createRecord } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { usePlaces } from '../../client/use-places.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { SelectField, ToggleButtons, toggleInList } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page-parts.tsx'
import { createPlaceFilter } from './place-filter.ts'
import styles from './stocktake-page.module.css'

/** Shows a saved view's items and reports their ids. */
export type ViewItemsComponent = ComponentType<{
  readonly view: SavedView
  readonly onItems: (ids: readonly number[]) => void
}>

interface OpenStocktakeFormProps {
  readonly ViewItems: ViewItemsComponent
  readonly onOpened: () => void
  readonly onClose: () => void
}

const scopes = [
  { key: 'places', text: 'Places' },
  { key: 'view', text: 'A saved view' },
] as const
type ScopeKind = (typeof scopes)[number]['key']

export function OpenStocktakeForm({ ViewItems, onOpened, onClose }: OpenStocktakeFormProps) {
  const [name, setName] = useState('')
  const [scopeKind, setScopeKind] = useState<ScopeKind>('places')
  const [placeIds, setPlaceIds] = useState<readonly number[]>([])
  const [viewId, setViewId] = useState('')
  const [itemIds, setItemIds] = useState<readonly number[]>([])
  const [memberIds, setMemberIds] = useState<readonly number[]>([])
  const views = useQuery(callQuery('GET /views'))
  const people = useQuery(callQuery('GET /people'))
  const view = views.data?.find(({ id }) => String(id) === viewId)

  const openStocktake = useMutation({
    mutationFn: () =>
      createRecord('POST /stocktake/open', {
        body: {
          name,
          members: [...memberIds],
          scope:
            scopeKind === 'places'
              ? { places: [...placeIds] }
              : { view: view?.name ?? '', itemIds: [...itemIds] },
        },
      }),
    onSuccess: onOpened,
  })

  const isComplete =
    name.trim() !== '' && (scopeKind === 'places' ? placeIds.length > 0 : itemIds.length > 0)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    openStocktake.mutate()
  }

  return (
    <Panel title="Open a stocktake" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextInput
          label="Name"
          placeholder="Depot, spring 2027"
          maxLength={stocktakeLimits.name}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ToggleButtons
          label="What is counted"
          options={scopes}
          chosen={[scopeKind]}
          onToggle={setScopeKind}
        />
        {scopeKind === 'places' ? (
          <PlacesField chosen={placeIds} onChange={setPlaceIds} />
        ) : (
          <>
            <SelectField
              label="View"
              placeholder={views.data?.length === 0 ? 'There are no saved views' : 'Choose a view'}
              value={viewId}
              options={(views.data ?? []).map(
                ({ id, name: viewName }) => [String(id), viewName] as const,
              )}
              onChange={setViewId}
            />
            {view && <ViewItems view={view} onItems={setItemIds} />}
          </>
        )}
        <ToggleButtons
          label="Who takes part (none selected: all staff)"
          options={(people.data ?? []).map(({ id, name: personName }) => ({
            key: id,
            text: personName,
          }))}
          chosen={memberIds}
          onToggle={(id) => setMemberIds(toggleInList(memberIds, id))}
        />
        {openStocktake.isError && (
          <ErrorMessage>
            The stocktake was not opened. {getServerMessage(openStocktake.error)}
          </ErrorMessage>
        )}
        <div className="row-end">
          <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
          <Button type="submit" disabled={!isComplete} loading={openStocktake.isPending}>
            Open
          </Button>
        </div>
      </form>
    </Panel>
  )
}

interface PlacesFieldProps {
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
}

const maxShownPlaces = 200
/** Indentation of a place in relation to the one around it. */
const indentRem = 1.25

/** The tree of places with checkboxes; a ticked place includes everything inside it. */
function PlacesField({ chosen, onChange }: PlacesFieldProps) {
  const { list, tree } = usePlaces()
  const [filterText, setFilterText] = useState('')
  const filterPlaces = useMemo(() => createPlaceFilter(tree), [tree])
  const matches = filterPlaces(filterText)

  return (
    <fieldset className={`stack ${styles.places}`}>
      <legend>Places, with everything in them</legend>
      <TextInput
        aria-label="Filter the places"
        placeholder="Name or code"
        value={filterText}
        onChange={({ currentTarget }) => setFilterText(currentTarget.value)}
      />
      <div className={`stack frame ${styles.tree}`}>
        {matches.slice(0, maxShownPlaces).map(({ place, depth }) => (
          <Checkbox
            key={place.id}
            label={`${place.name} (${place.code})`}
            checked={chosen.includes(place.id)}
            style={{ paddingInlineStart: `${depth * indentRem}rem` }}
            onChange={() => onChange(toggleInList(chosen, place.id))}
          />
        ))}
        {matches.length > maxShownPlaces && (
          <p className="note">{matches.length - maxShownPlaces} more: type a word of the name.</p>
        )}
        {list.isSuccess && matches.length === 0 && <p className="note">No place matches.</p>}
      </div>
      <p className="hint">{chosen.length === 0 ? 'None chosen yet' : `${chosen.length} chosen`}</p>
    </fieldset>
  )
}
