import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'

/**
 * A component whose code is not needed for the first paint, and a function that loads it beforehand. From then on it is
 * shown at once: React shows late code only after a pause, in which keys would be lost.
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): readonly [part: (props: Props) => ReactNode, preload: () => void] {
  let known: ComponentType<Props> | undefined
  const get = async () => {
    known = await load()
    return { default: known }
  }
  const late = lazy(get)
  const choose = (): ComponentType<Props> => known ?? late
  return [
    (props) => <Part choose={choose} props={props} />,
    () => void get().catch(() => undefined),
  ]
}

interface PartProps<Props> {
  readonly choose: () => ComponentType<Props>
  readonly props: Props
}

function Part<Props extends object>({ choose, props }: PartProps<Props>) {
  // Once: another component in its place would start anew.
  const [part] = useState(choose)
  return <Suspense>{createElement<Props>(part, props)}</Suspense>
}
