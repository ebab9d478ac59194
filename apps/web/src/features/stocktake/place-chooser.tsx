import { TextInput } from '@mantine/core'
import type { PlaceInTree, PlaceTree } from '@vitrine/contract'
import { useMemo, useState } from 'react'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { placeFilter } from './place-filter.ts'
import styles from './scan-page.module.css'

/** More would be a list to scroll, not to choose from. */
const maxShown = 40

interface PlaceChooserProps {
  readonly places: PlaceTree
  readonly onChoose: (place: PlaceInTree) => void
}

export function PlaceChooser({ places, onChoose }: PlaceChooserProps) {
  const [text, setText] = useState('')
  const filter = useMemo(() => placeFilter(places), [places])
  const found = filter(text)
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
      {found.slice(0, maxShown).map(({ place }) => (
        <SecondaryButton key={place.id} size="xl" justify="start" onClick={() => onChoose(place)}>
          {place.name}
          <span className={styles.below}>
            {[place.code, places.pathOf(place.parent_id ?? 0)].filter(Boolean).join(' · ')}
          </span>
        </SecondaryButton>
      ))}
      {found.length === 0 && (
        <p className="note">There is no such place. Root and admin add it on the screen Places.</p>
      )}
      {found.length > maxShown && (
        <p className="note">{found.length - maxShown} more: type a word of the name.</p>
      )}
    </>
  )
}
