import { notifications } from '@mantine/notifications'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { isRoleAllowed, productName } from '@vitrine/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Footer } from '../../features/operations/footer.tsx'
import { useSession, useSignedIn } from '../../session/use-session.ts'
import { overlaysReady } from '../../ui/feedback/dialogs.ts'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { NotAllowedPage } from '../pages.tsx'
import { runWhenIdle } from '../run-when-idle.ts'
import { findScreenOfRoute } from '../screen-of-route.ts'
import bareFrame from './bare-frame.module.css'
import { ignoreDoubleClicks } from './double-clicks.ts'
import navbar from './navbar.module.css'
import { Navbar } from './navbar.tsx'
import './styles.ts'
import styles from './shell.module.css'

const Overlays = lazyWithFallback(() =>
  import('./overlays.tsx').then(
    (module) => module.Overlays,
    () => {
      overlaysReady.resolve(false)
      return () => null
    },
  ),
)

/** Frame of every screen for signed-in users; checks that the role may open the screen. */
export function Shell() {
  const { user } = useSignedIn()
  const main = useRef<HTMLElement>(null)
  const fullPath = useRouterState({ select: (state) => state.matches.at(-1)?.fullPath ?? '' })
  const screen = findScreenOfRoute(fullPath)
  const isAllowed = screen === null || isRoleAllowed(screen.access, user.role)
  const needsOverlays = useNeedsOverlays()

  useFocusOnNewScreen(main)
  useSignedOutNotice()
  useEffect(ignoreDoubleClicks, [])
  // Toasts stop their timers with the shell, so the next user would see them.
  useEffect(() => notifications.clean, [])

  return (
    <>
      <div className="column">
        <a href="#content" className={`${styles.skip} no-print`}>
          Skip to content
        </a>
        <Navbar />
        <main
          id="content"
          ref={main}
          tabIndex={-1}
          className={`${styles.width} ${styles.main}`}
          data-wide={fullPath.startsWith('/inventory') || undefined}
        >
          {isAllowed ? <Outlet /> : <NotAllowedPage />}
        </main>
        <Footer className={styles.width ?? ''} />
      </div>
      {needsOverlays && <Overlays />}
    </>
  )
}

/** Frame without navigation, for an unknown address without a session. */
export function BareFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={bareFrame.frame}>
      <header>
        <Link to="/" className={`inline-middle ${navbar.brand}`}>
          <BrandMark />
          {productName}
        </Link>
      </header>
      <main>{children}</main>
    </div>
  )
}

/** Defers overlays until the first key or tap, or until the browser is idle after the first rows. */
function useNeedsOverlays(): boolean {
  const [needsOverlays, setNeedsOverlays] = useState(false)
  useEffect(() => {
    const load = () => setNeedsOverlays(true)
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, load, { once: true, capture: true })
    const cancel = runWhenIdle(load)
    return () => {
      cancel()
      for (const event of events) window.removeEventListener(event, load, { capture: true })
    }
  }, [])
  return needsOverlays
}

/** While the session has ended but the screen is open, shows how to save what was typed. */
function useSignedOutNotice() {
  const isSignedOut = useSession() === null
  useEffect(() => {
    if (!isSignedOut) return
    const id = notifications.show({
      color: 'red',
      autoClose: false,
      withCloseButton: false,
      message: <SignedOutNotice />,
    })
    return () => {
      notifications.hide(id)
    }
  }, [isSignedOut])
}

const SignedOutNotice = () => (
  <>
    You have been signed out. What you typed is still here:{' '}
    <a href="/login" target="_blank" rel="noopener">
      open the login in a new tab
    </a>
    , then come back and save it.
  </>
)

/** Focuses the new screen after a navigation, as a page load would, for screen readers. */
function useFocusOnNewScreen(main: React.RefObject<HTMLElement | null>) {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current !== undefined && lastPathname.current !== pathname)
      main.current?.focus({ preventScroll: true })
    lastPathname.current = pathname
  }, [main, pathname])
}
