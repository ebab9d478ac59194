import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { ErrorMessage } from '../feedback/message.tsx'

/**
 * A component whose code is loaded when it is first rendered; shows `fallback` until then. If
 * loading fails, an error message takes its place, and the rest of the screen keeps its state.
 */
export function lazyWithFallback<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
): (props: Props) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load().catch(() => LoadError) }))
  const renderFallback = typeof fallback === 'function' ? fallback : () => fallback
  return (props) => (
    <Suspense fallback={renderFallback(props)}>{createElement<Props>(Loaded, props)}</Suspense>
  )
}

const LoadError = () => (
  <ErrorMessage>
    This part could not be loaded. Please save what you have typed, then reload the page.
  </ErrorMessage>
)
