import type { JournalTag } from '@vitrine/contract'

export const tagOptions = (tags: readonly JournalTag[]) => tags.map(({ id, name }) => ({ key: id, text: name }))

/**
 * Without the tags that were deleted since they were chosen: the server would refuse the whole entry. As long as the tags
 * have not been loaded, none is known to be deleted.
 */
export const knownTags = (chosen: readonly number[], tags: readonly JournalTag[] | undefined): number[] =>
  chosen.filter((id) => tags?.some((tag) => tag.id === id) ?? true)
