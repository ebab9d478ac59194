import { recordingAddress } from '@vitrine/contract'
import type { ItemState } from './state.ts'

/** The tags with these values put in; an empty value takes one out. */
export function withTags(tags: ItemState['tags'], values: Readonly<Record<string, string>>): ItemState['tags'] {
  const merged = Object.entries({ ...tags, ...values }).filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(merged)
}

/**
 * The state with these attributes. `mp3` may refer to an uploaded recording: it goes when that is taken out, or when
 * an address takes its place.
 */
export function withAttributes(state: ItemState, values: Readonly<Record<string, string>>): ItemState {
  const tags = withTags(state.tags, values)
  const isReplaced = tags.mp3 === undefined || recordingAddress(tags.mp3) !== null
  return { ...state, tags, recordingId: 'mp3' in values && isReplaced ? null : state.recordingId }
}
