import { useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type {} from '../../first-keys.ts'
import { runWhenIdle } from '../run-when-idle.ts'

const load = () => import('./palette.tsx')
const Palette = lazy(() => load().then((module) => ({ default: module.Palette })))

const asked = new EventTarget()

/** Opens the palette with this text in its field. */
export const openPaletteWithText = (text: string): void => {
  asked.dispatchEvent(new CustomEvent('search', { detail: text }))
}

/** The command palette, loaded when the browser is idle, or earlier when it is opened. */
export function usePalette(onLogout: () => void): {
  readonly open: () => void
  readonly element: ReactNode
} {
  // It is drawn from the first time on, so that it can close with a movement.
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const [initialText, setInitialText] = useState('')
  const open = (text = '') => {
    if (state === 'open') return
    setInitialText(text)
    setState('open')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: Ctrl+K was pressed before there was a palette
  useEffect(() => {
    if (typeof window.earlyText?.() === 'string') open()
  }, [])
  const onAsked = useEffectEvent((event: Event) => open((event as CustomEvent<string>).detail))
  useEffect(() => {
    const listener = (event: Event) => onAsked(event)
    asked.addEventListener('search', listener)
    return () => asked.removeEventListener('search', listener)
  }, [])
  useEffect(() => runWhenIdle(() => void load().catch(() => undefined)), [])
  // Also from inside a field: the keys mean nothing there.
  useHotkeys([['mod+K', () => open()]], [])
  return {
    open: () => open(),
    element: state !== 'unused' && (
      <Suspense>
        <Palette
          opened={state === 'open'}
          initialText={initialText}
          onClose={() => setState('closed')}
          onLogout={onLogout}
        />
      </Suspense>
    ),
  }
}
