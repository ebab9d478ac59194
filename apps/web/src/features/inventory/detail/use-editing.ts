import { useState } from 'react'

/** Whether a block is edited. Its pencil goes meanwhile, and has the focus again when it is back. */
export function useEditing() {
  const [state, setState] = useState<'not yet' | 'now' | 'no longer'>('not yet')
  return {
    editing: state === 'now',
    pencil: { autoFocus: state === 'no longer', onClick: () => setState('now') },
    stop: () => setState('no longer'),
  }
}
