import type { JournalTag } from '@vitrine/contract'

export const tagOptions = (tags: readonly JournalTag[]) => tags.map(({ id, name }) => ({ key: id, text: name }))

/** Without the tags that were deleted since they were chosen: the server would refuse the whole entry. */
export const knownTags = (chosen: readonly number[], tags: readonly JournalTag[]): number[] =>
  chosen.filter((id) => tags.some((tag) => tag.id === id))
