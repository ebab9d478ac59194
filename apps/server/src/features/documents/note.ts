import { heightOf, measure } from '../../adapters/pdf/fit.ts'
import { printableLine } from '../../adapters/pdf/printable.ts'
import type { Sheet, SheetPicture } from './sheet.ts'

/** What stands at the foot of a paper, in small type: what a reader has to know of its text, and who made these pictures. */
export const noteOf = (notes: Sheet['notes'], ...pictures: readonly (SheetPicture | null)[]): string => {
  const rights = pictures.map((picture) => picture?.rights ?? '')
  return printableLine([...notes, ...new Set(rights)].filter(Boolean).join(' · '))
}

interface NoteSetting {
  readonly width: number
  readonly size: number
  readonly leading: number
  readonly gap: number
}

/** What a note has below its first line. */
export function higherNote(text: string, { width, ...setting }: NoteSetting): number {
  const [one, all] = ['x', text].map((part) => heightOf(measure([part], 'sans'), width, setting))
  return Math.max(0, (all ?? 0) - (one ?? 0))
}
