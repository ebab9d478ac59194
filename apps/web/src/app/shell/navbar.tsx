import { Burger } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Link, useRouterState } from '@tanstack/react-router'
import { productName } from '@vitrine/contract'
import { useEffect, useId, useRef } from 'react'
import { useSignedIn } from '../../session/use-session.ts'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { useHeaderHeight } from '../../ui/layout/use-header-height.ts'
import { navbarFor, userMenuFor } from '../navigation.ts'
import { usePalette } from '../palette/use-palette.tsx'
import { useLogout } from '../use-logout.ts'
import { MenuPanel } from './menu-panel.tsx'
import { NavGroup } from './nav-group.tsx'
import styles from './navbar.module.css'
import { PaletteButton } from './palette-button.tsx'
import shell from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

export function Navbar() {
  const { user } = useSignedIn()
  const bar = useRef<HTMLDivElement>(null)
  useHeaderHeight(bar)
  const [panelOpen, panel] = useDisclosure(false)
  const panelId = useId()
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  // Also on Back, which no link of the panel handles.
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen
  useEffect(panel.close, [pathname])
  const logout = useLogout()
  const palette = usePalette(logout)
  const entries = navbarFor(user.role)
  const userLinks = userMenuFor(user.role)

  return (
    <header className={`${styles.header} no-print`}>
      <div ref={bar} className={`${styles.bar} ${shell.width}`}>
        <Link to="/" className={styles.brand} onClick={panel.close} aria-label={`${productName}, home`}>
          <BrandMark size={26} />
          {productName}
        </Link>
        {wide && (
          <nav aria-label="Main" className={styles.links}>
            {entries.map((entry) =>
              entry.kind === 'link' ? (
                <Link
                  key={entry.link.path}
                  to={entry.link.path}
                  activeOptions={{ exact: entry.link.path === '/' }}
                  className={styles.link}
                >
                  {entry.link.title}
                </Link>
              ) : (
                <NavGroup key={entry.title} title={entry.title} links={entry.links} />
              ),
            )}
          </nav>
        )}
        <div className={styles.end}>
          <PaletteButton compact={!wide} onClick={palette.open} />
          {wide ? (
            <UserMenu email={user.email} links={userLinks} onLogout={logout} />
          ) : (
            <Burger
              opened={panelOpen}
              onClick={panel.toggle}
              size="sm"
              aria-label={panelOpen ? 'Close menu' : 'Open menu'}
              aria-expanded={panelOpen}
              aria-controls={panelId}
            />
          )}
        </div>
      </div>
      {!wide && panelOpen && (
        <MenuPanel
          id={panelId}
          entries={entries}
          userLinks={userLinks}
          email={user.email}
          onClose={panel.close}
          onLogout={logout}
        />
      )}
      {palette.element}
    </header>
  )
}
