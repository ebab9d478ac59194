import { ActionIcon, Burger, Kbd, Menu, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconLogout, IconSearch } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { isRoleAllowed, productName, screens } from '@vitrine/contract'
import { Fragment, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useSignedIn } from '../../session/use-session.ts'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import { listNavbarEntries, listUserMenuLinks, type NavEntry, type NavLink } from '../navigation.ts'
import { usePalette } from '../palette/use-palette.tsx'
import { useLogout } from '../use-logout.ts'
import { MenuPanel } from './menu-panel.tsx'
import styles from './navbar.module.css'
import shell from './shell.module.css'
import { UserSettingItems } from './user-settings.tsx'

export function Navbar() {
  const { user } = useSignedIn()
  const bar = useRef<HTMLDivElement>(null)
  useHeaderHeight(bar)

  const [isPanelOpen, panel] = useDisclosure(false)
  const panelId = useId()
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  // Closes the panel on every navigation, also by the Back button.
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of screen
  useEffect(panel.close, [pathname])

  const logout = useLogout()
  const palette = usePalette(logout)
  const entries = listNavbarEntries(user.role)
  const userLinks = listUserMenuLinks(user.role)

  return (
    <header className={`${styles.header} no-print`}>
      <div ref={bar} className={`flex-middle ${styles.bar} ${shell.width}`}>
        <Link
          to="/"
          className={`inline-middle ${styles.brand}`}
          onClick={panel.close}
          aria-label={`${productName}, home`}
        >
          <BrandMark size={26} />
          {productName}
        </Link>
        {isWide && <BarLinks entries={entries} />}
        <div className={`flex-middle ${styles.end}`}>
          {!isWide && isRoleAllowed(screens['/scan'].access, user.role) && <ScanButton />}
          <PaletteButton compact={!isWide} onClick={palette.open} />
          {isWide ? (
            <UserMenu email={user.email} links={userLinks} onLogout={logout} />
          ) : (
            <Burger
              opened={isPanelOpen}
              onClick={panel.toggle}
              size="sm"
              aria-label={isPanelOpen ? 'Close menu' : 'Open menu'}
              aria-expanded={isPanelOpen}
              aria-controls={panelId}
            />
          )}
        </div>
      </div>
      {!isWide && isPanelOpen && (
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

const BarLinks = ({ entries }: { readonly entries: readonly NavEntry[] }) => (
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
)

function NavGroup({
  title,
  links,
}: {
  readonly title: string
  readonly links: readonly NavLink[]
}) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const isActive = links.some(({ path }) => path === pathname || pathname.startsWith(`${path}/`))
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={styles.link ?? ''} data-active={isActive || undefined}>
          {title}
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <NavItems links={links} />
      </Menu.Dropdown>
    </Menu>
  )
}

const NavItems = ({ links }: { readonly links: readonly NavLink[] }) =>
  links.map(({ path, title, hasDividerBefore }) => (
    <Fragment key={path}>
      {hasDividerBefore && <Menu.Divider />}
      <Menu.Item component={Link} to={path} leftSection={<ScreenIcon screen={path} size={18} />}>
        {title}
      </Menu.Item>
    </Fragment>
  ))

interface UserMenuProps {
  readonly email: string
  readonly links: readonly NavLink[]
  readonly onLogout: () => void
}

function UserMenu({ email, links, onLogout }: UserMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={`${styles.link} ${styles.user}`} title={email}>
          <span className={`cut ${styles.email}`}>{email}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <NavItems links={links} />
        <UserSettingItems />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.5} aria-hidden="true" />}
          onClick={onLogout}
        >
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** For phones and tablets; opens the camera anywhere. */
const ScanButton = () => (
  <ActionIcon variant="subtle" size="lg" component={Link} to="/scan" aria-label="Scan">
    <ScreenIcon screen="/scan" />
  </ActionIcon>
)

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

interface PaletteButtonProps {
  readonly compact: boolean
  readonly onClick: () => void
}

function PaletteButton({ compact, onClick }: PaletteButtonProps) {
  if (compact) {
    return (
      <ActionIcon variant="subtle" size="lg" aria-label="Go to…" onClick={onClick}>
        <IconSearch size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <UnstyledButton
      className={`quiet frame inline-middle ${styles.button}`}
      onClick={onClick}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <IconSearch size={16} stroke={1.5} aria-hidden="true" />
      Go to…
      <Kbd size="xs" aria-hidden="true">
        {isApple ? '⌘ K' : 'Ctrl K'}
      </Kbd>
    </UnstyledButton>
  )
}

/**
 * Sets `--vitrine-header-height` to the height of the sticky bar, which grows with the font size.
 * Focus and jump targets keep clear of it (`scroll-padding` in global.css).
 */
function useHeaderHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty('--vitrine-header-height', `${element.getBoundingClientRect().height}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--vitrine-header-height')
    }
  }, [bar])
}
