import { figuresAndRooms } from './artworks/figures-and-rooms.ts'
import { landscapes } from './artworks/landscapes.ts'
import { moderns } from './artworks/moderns.ts'
import { region } from './artworks/region.ts'
import type { DemoArtwork } from './demo-item.ts'

/** The artworks of La Grange. */
export const demoArtworks: readonly DemoArtwork[] = [...landscapes, ...figuresAndRooms, ...moderns, ...region].map(
  measured,
)

/** '82 × 104 cm', as on a label. */
function measured(artwork: DemoArtwork): DemoArtwork {
  return { ...artwork, tags: { ...artwork.tags, dimensions: `${artwork.size.join(' × ')} cm` } }
}
