import { Link } from '@tanstack/react-router'
import { type ScreenPath, screens } from '@vitrine/contract'
import type { ReactNode } from 'react'
import { useMayOpen } from '../../session/use-may-open.ts'

interface ScreenLinkProps {
  /** An address without a query, such as `/inventory-detail/20`. */
  readonly to: string
  readonly hash?: string
  /** Search parameters; their type depends on the screen. */
  readonly search?: never
  readonly className?: string
  readonly title?: string
  readonly children: ReactNode
}

/** A link to a screen, or just its text if the user's role may not open the screen. */
export function ScreenLink({ to, hash = '', children, ...rest }: ScreenLinkProps) {
  const mayOpen = useMayOpen()
  const screen = findScreen(to)
  if (!screen || !mayOpen(screen)) return <span {...rest}>{children}</span>
  return (
    <Link to={to} hash={hash} {...rest}>
      {children}
    </Link>
  )
}

// A parameter such as ':id' stands for any text without a slash.
const screenPatterns = (Object.keys(screens) as ScreenPath[]).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}))

const findScreen = (address: string): ScreenPath | undefined =>
  screenPatterns.find(({ pattern }) => pattern.test(address))?.path
