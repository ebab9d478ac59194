import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

/** A component whose code is loaded when it is first shown, with `fallback` in its place until then. */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): (props: Props) => ReactNode {
  const loaded = lazy(async () => ({ default: await load() }))
  return (props) => <Suspense fallback={fallback}>{createElement(loaded, props)}</Suspense>
}
