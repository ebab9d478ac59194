import { History } from '../features/history/history.tsx'
import type { ShowHistory } from '../ui/forms/edit-form.tsx'

/** The same function for every row, so that rows are not drawn again. */
export const commentHistory: ShowHistory = (comment) => (
  <History folded subject="comment" {...comment} />
)
