import { TextInput } from '@mantine/core'
import { compareKeys, fold, type PlaceTree, type StocktakePlace, sortKey } from '@vitrine/contract'
import { useState } from 'react'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import styles from './scan-page.module.css'
import { Sheet } from './sheet.tsx'

/** More would be a list to scroll, not to choose from. */
const maxShown = 40

interface PlaceChooserProps {
  readonly places: PlaceTree<StocktakePlace>
  readonly onChoose: (place: StocktakePlace) => void
  readonly onCancel: () => void
}

export function PlaceChooser({ places, onChoose, onCancel }: PlaceChooserProps) {
  const [filter, setFilter] = useState('')
  const words = fold(filter).split(/\s+/)
  const found = places.all
    .filter(({ archived }) => !archived)
    .map((place) => ({ place, path: places.pathOf(place.id) }))
    .filter(({ place, path }) => words.every((word) => fold(`${place.code} ${path}`).includes(word)))
    .toSorted((a, b) => compareKeys(sortKey(a.path), sortKey(b.path)))
  return (
    <Sheet label="Choose a place">
      <TextInput
        size="lg"
        label="Where are you?"
        placeholder="Name or code of the place"
        value={filter}
        onChange={({ currentTarget }) => setFilter(currentTarget.value)}
      />
      <ul className={`plain-list ${styles.choices}`}>
        {found.slice(0, maxShown).map(({ place, path }) => (
          <li key={place.id}>
            <button type="button" className={styles.choice} onClick={() => onChoose(place)}>
              <strong className={styles.choiceName}>{place.name}</strong>
              <span className={styles.choicePath}>
                {place.code} · {path}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="note">There is no such place. Root and admin add it on the screen Places.</p>
      )}
      {found.length > maxShown && <p className="note">{found.length - maxShown} more: type a word of the name.</p>}
      <SecondaryButton size="xl" onClick={onCancel}>
        Cancel
      </SecondaryButton>
    </Sheet>
  )
}
