import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Performs the action that the fragment of the address names, such as 'new' in `/cms#new`, and
 * removes the fragment, so that the same address performs it again.
 */
export function useAddressAction(actions: Readonly<Record<string, () => unknown>>): void {
  const router = useRouter()
  // Only once the screen is complete: a navigation ends by focusing the screen.
  const hash = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.hash ?? '' })
  const perform = useEffectEvent(() => {
    const action = Object.hasOwn(actions, hash) ? actions[hash] : undefined
    if (!action) return

    void router.navigate({ to: '.', search: true, replace: true, resetScroll: false })
    action()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again at each new fragment
  useEffect(() => {
    // Actions may flush state, which React does not allow within an effect.
    const timer = setTimeout(perform)
    return () => clearTimeout(timer)
  }, [hash])
}
