import { TextInput } from '@mantine/core'
import type { PlaceInTree, PlaceTree } from '@vitrine/contract'
import { useMemo, useState } from 'react'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import scanner from '../../ui/scanner/scanner.module.css'
import { createPlaceFilter } from './place-filter.ts'

/** On a phone it is hard to choose from a longer list. */
const maxShown = 40

interface PlaceChooserProps {
  readonly places: PlaceTree
  readonly onChoose: (place: PlaceInTree) => void
}

export function PlaceChooser({ places, onChoose }: PlaceChooserProps) {
  const [text, setText] = useState('')
  const filterPlaces = useMemo(() => createPlaceFilter(places), [places])
  const matches = filterPlaces(text)

  return (
    <>
      <TextInput
        size="xl"
        data-autofocus
        label="Where are you?"
        placeholder="Name or code of the place"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {matches.slice(0, maxShown).map(({ place }) => (
        <SecondaryButton key={place.id} size="xl" justify="start" onClick={() => onChoose(place)}>
          {place.name}
          <span className={scanner.below}>
            {[place.code, places.pathOf(place.parent_id ?? 0)].filter(Boolean).join(' · ')}
          </span>
        </SecondaryButton>
      ))}
      {matches.length === 0 && (
        <p className="note">
          No place matches. A root or an admin can add it on the screen Places.
        </p>
      )}
      {matches.length > maxShown && (
        <p className="note">{matches.length - maxShown} more: type a word of the name.</p>
      )}
    </>
  )
}
