import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Saves on Ctrl+S unless the focus is in another form. */
export function useSaveShortcut(form: RefObject<HTMLElement | null>, save: () => void): void {
  const onSave = useEffectEvent(save)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return

      event.preventDefault()
      const focusedForm = document.activeElement?.closest('form')
      if (!focusedForm || focusedForm === form.current) onSave()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [form])
}
