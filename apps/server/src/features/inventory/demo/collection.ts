import { firstIdOf, type ItemType } from '@vitrine/contract'
import { demoArtworks } from './artworks.ts'
import { demoCars } from './cars.ts'
import type { DemoArtwork, DemoCar, DemoItem } from './demo-item.ts'

/** A demo item with its place in the house. */
export type Exhibit = CarExhibit | ArtExhibit

interface Placed<Type extends ItemType, Told extends DemoItem> {
  readonly type: Type
  /** The seed of its picture: the id that it gets in an empty database. */
  readonly number: number
  readonly identifier: string
  readonly told: Told
}
export type CarExhibit = Placed<'car', DemoCar>
export type ArtExhibit = Placed<'art', DemoArtwork>

const numbered = (prefix: string, index: number) => `${prefix}-${String(index + 1).padStart(3, '0')}`

export const demoCollection = {
  car: demoCars.map(
    (told, index): CarExhibit => ({ type: 'car', number: index + 1, identifier: numbered('LM', index), told }),
  ),
  art: demoArtworks.map(
    (told, index): ArtExhibit => ({
      type: 'art',
      number: firstIdOf('art') + index,
      identifier: numbered('LG', index),
      told,
    }),
  ),
} as const

export const exhibits: readonly Exhibit[] = [...demoCollection.car, ...demoCollection.art]

export const recordingName = ({ identifier, type, told }: Exhibit): string | undefined =>
  type === 'art' && told.recording ? `${identifier.toLowerCase()}.mp3` : undefined
