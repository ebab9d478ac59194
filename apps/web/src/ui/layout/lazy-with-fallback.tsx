import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { ErrorMessage } from '../feedback/message.tsx'

/**
 * A component whose code is loaded when it is first shown, with `fallback` in its place until then. Code that can’t be
 * loaded leaves a sentence there, and the rest of the screen, with what is typed there, as it is.
 */
export function lazyWithFallback<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
): (props: Props) => ReactNode {
  const loaded = lazy(async () => ({ default: await load().catch(() => NotLoaded) }))
  const before = typeof fallback === 'function' ? fallback : () => fallback
  return (props) => (
    <Suspense fallback={before(props)}>{createElement<Props>(loaded, props)}</Suspense>
  )
}

const NotLoaded = () => (
  <ErrorMessage>
    This part could not be loaded. Please save what you have typed, then reload the page.
  </ErrorMessage>
)
