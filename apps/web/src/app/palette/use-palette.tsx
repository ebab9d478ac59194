import { useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { earlyKeys } from './early-keys.ts'

const load = () => import('./palette.tsx')
const Palette = lazy(() => load().then((module) => ({ default: module.Palette })))

/** The command palette, loaded when the page has nothing else to do, or when somebody asks for it before. */
export function usePalette(onLogout: () => void): { readonly open: () => void; readonly element: ReactNode } {
  // Counts the calls, so that the palette opens as soon as it is there and again with every further call.
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

/** Runs something once the browser is idle; the result calls it off. */
function whenIdle(work: () => void): () => void {
  // Safari has no word for it: a moment later does as well.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}
