import type { ArtLook, Size } from './drawing/art-picture.ts'
import type { CarLook } from './drawing/car-picture.ts'
import type { PieceName } from './music/pieces.ts'

/** An item as the demo tells it; its number and identifier follow from its place in the list. */
export interface DemoItem {
  readonly name: string
  readonly description: string
  readonly tags: Readonly<Record<string, string>>
}

export interface DemoCar extends DemoItem {
  readonly look: CarLook
}

export interface DemoArtwork extends DemoItem {
  readonly size: Size
  readonly look: ArtLook
  readonly recording?: PieceName
}
