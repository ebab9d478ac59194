import { useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type {} from '../../first-keys.ts'
import { runWhenIdle } from '../run-when-idle.ts'

const importPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await importPalette()).Palette }))

const paletteEvents = new EventTarget()

/** Opens the palette with this text in its field. */
export const openPaletteWithText = (text: string): void => {
  paletteEvents.dispatchEvent(new CustomEvent('search', { detail: text }))
}

/** The command palette, loaded when the browser is idle, or earlier when it is opened. */
export function usePalette(onLogout: () => void): {
  readonly open: () => void
  readonly element: ReactNode
} {
  // Stays mounted after the first use, so that closing is animated.
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const [initialText, setInitialText] = useState('')
  const open = (text = '') => {
    if (state === 'open') return

    setInitialText(text)
    setState('open')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for an early Ctrl+K
  useEffect(() => {
    if (typeof window.earlyText?.() === 'string') open()
  }, [])

  const onSearch = useEffectEvent((event: Event) => open((event as CustomEvent<string>).detail))
  useEffect(() => {
    const listener = (event: Event) => onSearch(event)
    paletteEvents.addEventListener('search', listener)
    return () => paletteEvents.removeEventListener('search', listener)
  }, [])

  useEffect(() => runWhenIdle(() => void importPalette().catch(() => undefined)), [])
  // The empty list lets the shortcut work inside fields, too.
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
