import { notifications } from '@mantine/notifications'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { admits, productName } from '@vitrine/contract'
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

/** The frame of every screen for signed-in people, and the role check in front of it. */
export function Shell() {
  const { user } = useSignedIn()
  const main = useRef<HTMLElement>(null)
  const fullPath = useRouterState({ select: (state) => state.matches.at(-1)?.fullPath ?? '' })
  const screen = findScreenOfRoute(fullPath)
  const isAllowed = screen === null || admits(screen.access, user.role)
  useFocusOnNewScreen(main)
  // Their timers stop with the shell, so the next user would see them.
  useEffect(() => notifications.clean, [])
  useEffect(ignoreDoubleClicks, [])
  useSignedOutNotice()
  const wantsOverlays = useOverlays()

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
      {wantsOverlays && <Overlays />}
    </>
  )
}

/** Loaded at the first key or tap, or when idle: until then the rows of a list have the connection to themselves. */
function useOverlays(): boolean {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, want, { once: true, capture: true })
    const cancel = runWhenIdle(want)
    return () => {
      cancel()
      for (const event of events) window.removeEventListener(event, want, { capture: true })
    }
  }, [])
  return isWanted
}

/** Shown above everything when the session has ended: how to save what was typed. */
function useSignedOutNotice() {
  const isSignedOut = useSession() === null
  useEffect(() => {
    if (!isSignedOut) return
    const id = notifications.show({
      color: 'red',
      autoClose: false,
      withCloseButton: false,
      message: <SignedOut />,
    })
    return () => {
      notifications.hide(id)
    }
  }, [isSignedOut])
}

const SignedOut = () => (
  <>
    You have been signed out. What you typed is still here:{' '}
    <a href="/login" target="_blank" rel="noopener">
      open the login in a new tab
    </a>
    , then come back and save it.
  </>
)

/** Moves the focus on navigation: without a page load, keyboards and screen readers would stay on the old screen. */
function useFocusOnNewScreen(main: React.RefObject<HTMLElement | null>) {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== undefined && last.current !== pathname)
      main.current?.focus({ preventScroll: true })
    last.current = pathname
  }, [main, pathname])
}

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
