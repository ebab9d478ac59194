import { History } from '../features/history/history.tsx'
import type { RenderHistory } from '../ui/forms/edit-form.tsx'

/** Defined outside components: one function for all rows lets them stay memoized. */
export const renderCommentHistory: RenderHistory = (comment) => (
  <History folded subject="comment" {...comment} />
)

export const renderConditionHistory: RenderHistory = (check) => (
  <History folded subject="condition" {...check} />
)
