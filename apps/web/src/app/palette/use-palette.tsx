import { useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

/** The command palette, loaded when somebody first asks for it. */
export function usePalette(onLogout: () => void): { readonly open: () => void; readonly element: ReactNode } {
  // Counts the calls, so that the palette opens as soon as it is there and again with every further call.
  const [calls, setCalls] = useState(0)
  const open = () => setCalls((count) => count + 1)
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
