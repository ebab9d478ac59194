import { useEffect, useRef } from 'react'

/** Ctrl+S saves the form with this ref: while one is in it, or in no other field. */
export function useSaveKey() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      const other = document.activeElement?.closest('form')
      if (!other || other === form.current) form.current?.requestSubmit()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return form
}
