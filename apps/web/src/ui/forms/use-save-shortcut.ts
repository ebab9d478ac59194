import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Ctrl+S saves: while the focus is in this form, or in no other. */
export function useSaveShortcut(form: RefObject<HTMLElement | null>, save: () => void): void {
  const onSave = useEffectEvent(save)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      const other = document.activeElement?.closest('form')
      if (!other || other === form.current) onSave()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [form])
}
