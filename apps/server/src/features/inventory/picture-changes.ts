import { isDeepStrictEqual } from 'node:util'
import { type FieldChange, type LicenceId, languageNames, licences, type TextLanguage } from '@vitrine/contract'
import { type Difference, plainly } from '../history/index.ts'
import type { StatePicture } from './pictures.ts'
import type { ItemState } from './state.ts'
import { shortName } from './view.ts'

/** Pictures and recordings by the number that states know them by. */
export type Media = ReadonlyMap<number, { readonly name: string; readonly file_name: string }>

const keyOf = ({ mediaId }: StatePicture) => `m${mediaId}`

/** A state in which pictures are compared one by one, and in which their order is a field. */
export const spreadPictures = ({ pictures, ...state }: ItemState): object => ({
  ...state,
  pictures: { order: pictures.map(keyOf), ...Object.fromEntries(pictures.map((one) => [keyOf(one), one])) },
})

/** The same state again. */
export function gatherPictures({ pictures, ...state }: { readonly pictures?: object }): object {
  const { order = [], ...byKey }: { order?: string[]; [key: string]: unknown } = { ...pictures }
  const keys = new Set([...order, ...Object.keys(byKey)])
  return { ...state, pictures: [...keys].flatMap((key) => byKey[key] ?? []) }
}

const known = new WeakMap<readonly StatePicture[], ReadonlyMap<string, number>>()

/** Where each picture is, looked up once for all that a change did. */
function placesIn(pictures: readonly StatePicture[]): ReadonlyMap<string, number> {
  const places = known.get(pictures) ?? new Map(pictures.map((one, place) => [keyOf(one), place]))
  known.set(pictures, places)
  return places
}

interface States {
  readonly before: ItemState | null
  readonly after: ItemState | null
}

const none: readonly StatePicture[] = []
const labels: Readonly<Record<string, string>> = {
  kind: 'kind',
  credit: 'credit',
  licence: 'licence',
  public: 'shown to visitors',
}

/** What a change did to pictures, in words. */
export function pictureChange({ path, before, after }: Difference, states: States, media: Media): FieldChange {
  const [was, is] = [states.before?.pictures ?? none, states.after?.pictures ?? none]
  const [, key = '', part = '', lang] = path
  if (key === 'order') return { field: 'Pictures', before: '', after: isReordered(before, after) ? 'reordered' : '' }
  const [oldPlace, place] = [placesIn(was).get(key) ?? -1, placesIn(is).get(key) ?? -1]
  if (part === 'mediaId') return exchanged(was, is, { oldPlace, place }, media)
  // What was said of a picture comes and goes with it.
  if (oldPlace < 0 || place < 0) return { field: '', before: '', after: '' }
  const field = `Picture ${place + 1}: ${lang ? `alternative text in ${languageNames[lang as TextLanguage]}` : labels[part]}`
  if (part === 'licence') return { field, before: licenceName(before), after: licenceName(after) }
  return { field, ...plainly({ before, after }) }
}

/** A picture that came, went or took the place of another. */
function exchanged(
  was: readonly StatePicture[],
  is: readonly StatePicture[],
  { oldPlace, place }: { readonly oldPlace: number; readonly place: number },
  media: Media,
): FieldChange {
  const inPlace = place < 0 ? is[oldPlace] : was[place]
  const isReplaced = inPlace !== undefined && !placesIn(place < 0 ? was : is).has(keyOf(inPlace))
  // Told with the one that took its place.
  if (isReplaced && place < 0) return { field: '', before: '', after: '' }
  const [old, fresh] = [place < 0 ? was[oldPlace] : isReplaced ? inPlace : undefined, is[place]].map((picture) =>
    picture ? media.get(picture.mediaId) : undefined,
  )
  const isFirst = (place < 0 ? is : was).length === 0 || (isReplaced && place === 0)
  return {
    field: isFirst ? 'Picture' : isReplaced ? `Picture ${place + 1}` : fresh ? 'Picture added' : 'Picture removed',
    before: old?.file_name ?? '',
    after: fresh?.file_name ?? '',
    pictures: { before: old ? shortName(old.name) : null, after: fresh ? shortName(fresh.name) : null },
  }
}

function isReordered(before: unknown, after: unknown): boolean {
  const [was, is] = [before, after].map((order) => (Array.isArray(order) ? order : [])) as [string[], string[]]
  const [had, has] = [new Set(was), new Set(is)]
  return !isDeepStrictEqual(
    was.filter((key) => has.has(key)),
    is.filter((key) => had.has(key)),
  )
}

const licenceName = (licence: unknown): string => licences[licence as LicenceId]?.label ?? ''
