import { useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { earlyKeys } from './early-keys.ts'

const load = () => import('./palette.tsx')
const Palette = lazy(() => load().then((module) => ({ default: module.Palette })))

/** The command palette, loaded when the browser is idle, or earlier when it is opened. */
export function usePalette(onLogout: () => void): { readonly open: () => void; readonly element: ReactNode } {
  // Counts the requests to open, so that the palette opens once loaded and again with every further request.
  const [calls, setCalls] = useState(0)
  const open = () => {
    earlyKeys.keep()
    setCalls((count) => count + 1)
  }
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [])
  // Also from inside a field: the keys mean nothing there.
  useHotkeys([['mod+K', open]], [])
  return {
    open,
    element: calls > 0 && (
      <Suspense>
        <Palette calls={calls} onLogout={onLogout} />
      </Suspense>
    ),
  }
}

/** Runs something once the browser is idle; returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  // Safari lacks requestIdleCallback: a short timeout does.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}
