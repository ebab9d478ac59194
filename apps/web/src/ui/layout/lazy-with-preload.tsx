import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'

/**
 * A component whose code is not needed for the first paint, and a function that preloads it.
 * Preloaded, it renders at once; React shows code that loads late only after a pause, in which keys
 * would be lost.
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): readonly [component: (props: Props) => ReactNode, preload: () => void] {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Lazy = lazy(loadOnce)
  const choose = (): ComponentType<Props> => loaded ?? Lazy

  return [
    (props) => <ChosenComponent choose={choose} props={props} />,
    () => void loadOnce().catch(() => undefined),
  ]
}

interface ChosenComponentProps<Props> {
  readonly choose: () => ComponentType<Props>
  readonly props: Props
}

function ChosenComponent<Props extends object>({ choose, props }: ChosenComponentProps<Props>) {
  // Chosen once: switching from the lazy to the loaded component would lose its state.
  const [component] = useState(choose)
  return <Suspense>{createElement<Props>(component, props)}</Suspense>
}
