import { randomFrom } from '../random.ts'
import { type CompositionName, concrete } from './concrete.ts'
import { type Canvas, fields, lake, peak } from './landscape.ts'
import type { MoodName } from './moods.ts'
import { night } from './night.ts'
import { portrait, type SitterName } from './portrait.ts'
import { type RhythmName, rhythm } from './rhythm.ts'
import { stillLife, type TableName } from './still-life.ts'
import { document } from './svg.ts'
import { trees } from './trees.ts'
import { village } from './village.ts'
import { type InkName, woodcut } from './woodcut.ts'

export type ArtLook =
  | { readonly manner: 'lake'; readonly mood: MoodName; readonly sails?: number }
  | { readonly manner: 'peak' | 'fields' | 'village' | 'barn' | 'tree' | 'wood' | 'avenue'; readonly mood: MoodName }
  | { readonly manner: 'night' }
  | { readonly manner: 'bottles' | 'fruit' | 'flowers'; readonly table: TableName }
  | { readonly manner: 'portrait'; readonly sitter: SitterName }
  | { readonly manner: 'concrete'; readonly composition: CompositionName }
  | { readonly manner: 'rhythm'; readonly kind: RhythmName }
  | { readonly manner: 'woodcut'; readonly scene: 'piano' | 'lamp' | 'window' | 'rain'; readonly ink?: InkName }

/** Height and width in centimetres, as museums write them. */
export type Size = readonly [height: number, width: number]

const longSide = 1600

/** An artwork to its edges, without a frame, 1600 pixels on its long side. */
export function artPicture(id: number, [tall, wide]: Size, look: ArtLook): string {
  const scale = longSide / Math.max(tall, wide)
  const [width, height] = [Math.round(wide * scale), Math.round(tall * scale)]
  return document(width, height, paint({ width, height, random: randomFrom(id) }, look))
}

function paint(canvas: Canvas, look: ArtLook): string {
  switch (look.manner) {
    case 'lake':
      return lake(canvas, look.mood, look.sails)
    case 'peak':
      return peak(canvas, look.mood)
    case 'fields':
      return fields(canvas, look.mood)
    case 'village':
    case 'barn':
      return village(canvas, look.mood, look.manner)
    case 'tree':
    case 'wood':
    case 'avenue':
      return trees(canvas, look.mood, look.manner)
    case 'night':
      return night(canvas)
    case 'bottles':
    case 'fruit':
    case 'flowers':
      return stillLife(canvas, look.table, look.manner)
    case 'portrait':
      return portrait(canvas, look.sitter)
    case 'concrete':
      return concrete(canvas, look.composition)
    case 'rhythm':
      return rhythm(canvas, look.kind)
    case 'woodcut':
      return woodcut(canvas, look.scene, look.ink)
  }
}
