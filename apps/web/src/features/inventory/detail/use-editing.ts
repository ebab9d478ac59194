import { useState } from 'react'

export type EditingState = 'not yet' | 'now' | 'no longer'

/** Whether something is edited. What leads there goes meanwhile, and has the focus again when it is back. */
export function useEditing(initially: EditingState = 'not yet') {
  const [state, setState] = useState(initially)
  return {
    editing: state === 'now',
    pencil: { autoFocus: state === 'no longer', onClick: () => setState('now') },
    stop: () => setState('no longer'),
    /** The same where the focus has gone elsewhere already. */
    leave: () => setState('not yet'),
  }
}
