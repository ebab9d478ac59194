import { History } from '../features/history/history.tsx'
import type { RenderHistory } from '../ui/forms/edit-form.tsx'

/** The same function for every row, so that rows are not drawn again. */
export const renderCommentHistory: RenderHistory = (comment) => (
  <History folded subject="comment" {...comment} />
)
