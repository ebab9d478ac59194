import { useState } from 'react'

/** Whether something is edited. What leads there goes meanwhile, and has the focus again when it is back. */
export function useEditing(fromTheStart = false) {
  const [state, setState] = useState<'not yet' | 'now' | 'no longer'>(fromTheStart ? 'now' : 'not yet')
  return {
    editing: state === 'now',
    pencil: { autoFocus: state === 'no longer', onClick: () => setState('now') },
    stop: () => setState('no longer'),
    /** The same where the focus has gone elsewhere already. */
    leave: () => setState('not yet'),
  }
}
