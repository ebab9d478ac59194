export const calendarCut = 200

/** A comment as the month calendar shows it: cut after 200 characters, never in the middle of one. */
export function calendarComment(comment: string): string {
  if (comment.length <= calendarCut) return comment
  const characters = [...comment]
  return characters.length <= calendarCut ? comment : `${characters.slice(0, calendarCut).join('').trimEnd()}…`
}
