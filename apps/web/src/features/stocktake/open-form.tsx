import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SavedView, stocktakeLimits } from '@vitrine/contract'
import { type ComponentType, type FormEvent, useMemo, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { createRecord } from '../../client/call.ts'
import { query } from '../../client/query.ts'
import { usePlaces } from '../../client/use-places.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { SelectField, ToggleButtons, toggleInList } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page-parts.tsx'
import { placeFilter } from './place-filter.ts'
import styles from './stocktake-page.module.css'

/** Says which items a saved view shows. */
export type ShowViewItems = ComponentType<{
  readonly view: SavedView
  readonly onItems: (ids: readonly number[]) => void
}>

interface OpenFormProps {
  readonly ViewItems: ShowViewItems
  readonly onOpened: () => void
  readonly onClose: () => void
}

const scopes = [
  { key: 'places', text: 'Places' },
  { key: 'view', text: 'A saved view' },
] as const
type Scope = (typeof scopes)[number]['key']

export function OpenForm({ ViewItems, onOpened, onClose }: OpenFormProps) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('places')
  const [places, setPlaces] = useState<readonly number[]>([])
  const [viewId, setViewId] = useState('')
  const [itemIds, setItemIds] = useState<readonly number[]>([])
  const [members, setMembers] = useState<readonly number[]>([])
  const views = useQuery(query('GET /views'))
  const people = useQuery(query('GET /people'))
  const view = views.data?.find(({ id }) => String(id) === viewId)
  const open = useMutation({
    mutationFn: () =>
      createRecord('POST /stocktake/open', {
        body: {
          name,
          members: [...members],
          scope:
            scope === 'places'
              ? { places: [...places] }
              : { view: view?.name ?? '', itemIds: [...itemIds] },
        },
      }),
    onSuccess: onOpened,
  })
  const isComplete =
    name.trim() !== '' && (scope === 'places' ? places.length > 0 : itemIds.length > 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    open.mutate()
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
          chosen={[scope]}
          onToggle={setScope}
        />
        {scope === 'places' ? (
          <Places chosen={places} onChange={setPlaces} />
        ) : (
          <>
            <SelectField
              label="View"
              placeholder={views.data?.length === 0 ? 'There are no saved views' : 'Choose a view'}
              value={viewId}
              options={(views.data ?? []).map(
                ({ id, name: title }) => [String(id), title] as const,
              )}
              onChange={setViewId}
            />
            {view && <ViewItems view={view} onItems={setItemIds} />}
          </>
        )}
        <ToggleButtons
          label="Who takes part (nobody chosen: all staff)"
          options={(people.data ?? []).map(({ id, name: text }) => ({ key: id, text }))}
          chosen={members}
          onToggle={(id) => setMembers(toggleInList(members, id))}
        />
        {open.isError && (
          <ErrorMessage>The stocktake was not opened. {serverMessage(open.error)}</ErrorMessage>
        )}
        <div className="row-end">
          <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
          <Button type="submit" disabled={!isComplete} loading={open.isPending}>
            Open
          </Button>
        </div>
      </form>
    </Panel>
  )
}

interface PlacesProps {
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
}

const maxShown = 200

/** The tree of places, to tick; what is in a ticked one is counted with it. */
function Places({ chosen, onChange }: PlacesProps) {
  const { list, tree } = usePlaces()
  const [text, setText] = useState('')
  const filter = useMemo(() => placeFilter(tree), [tree])
  const found = filter(text)
  return (
    <fieldset className={`stack ${styles.places}`}>
      <legend>Places, with everything in them</legend>
      <TextInput
        aria-label="Filter the places"
        placeholder="Name or code"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className={`stack frame ${styles.tree}`}>
        {found.slice(0, maxShown).map(({ place, depth }) => (
          <Checkbox
            key={place.id}
            label={`${place.name} (${place.code})`}
            checked={chosen.includes(place.id)}
            style={{ paddingInlineStart: `${depth * 1.25}rem` }}
            onChange={() => onChange(toggleInList(chosen, place.id))}
          />
        ))}
        {found.length > maxShown && (
          <p className="note">{found.length - maxShown} more: type a word of the name.</p>
        )}
        {list.isSuccess && found.length === 0 && <p className="note">There is no such place.</p>}
      </div>
      <p className="hint">{chosen.length === 0 ? 'None chosen yet' : `${chosen.length} chosen`}</p>
    </fieldset>
  )
}
