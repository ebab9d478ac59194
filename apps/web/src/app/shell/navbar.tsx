import { ActionIcon, Burger, Kbd, Menu, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
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
import menuPanel from './menu-panel.module.css'
import styles from './navbar.module.css'
import shell from './shell.module.css'
import { UserSettingButtons, UserSettingItems } from './user-settings.tsx'

export function Navbar() {
  const { user } = useSignedIn()
  const bar = useRef<HTMLDivElement>(null)
  useHeaderHeight(bar)
  const [panelOpen, panel] = useDisclosure(false)
  const panelId = useId()
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
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
        <div className={`flex-middle ${styles.end}`}>
          {!wide && isRoleAllowed(screens['/scan'].access, user.role) && <ScanButton />}
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
  links.map(({ path, title, afterDivider }) => (
    <Fragment key={path}>
      {afterDivider && <Menu.Divider />}
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

interface MenuPanelProps {
  readonly id: string
  readonly entries: readonly NavEntry[]
  readonly userLinks: readonly NavLink[]
  readonly email: string
  readonly onClose: () => void
  readonly onLogout: () => void
}

/** The menu of a narrow window, opened by one button and closed by any choice. */
function MenuPanel({ id, entries, userLinks, email, onClose, onLogout }: MenuPanelProps) {
  useHotkeys([['Escape', onClose]], [])
  return (
    <nav id={id} aria-label="Main" className={menuPanel.panel}>
      {entries.map((entry) =>
        entry.kind === 'link' ? (
          <PanelLink key={entry.link.path} link={entry.link} onClick={onClose} />
        ) : (
          <PanelGroup key={entry.title} title={entry.title}>
            {entry.links.map((link) => (
              <PanelLink key={link.path} link={link} onClick={onClose} />
            ))}
          </PanelGroup>
        ),
      )}
      <PanelGroup title={email}>
        {userLinks.map((link) => (
          <PanelLink key={link.path} link={link} onClick={onClose} />
        ))}
        <UserSettingButtons />
        <UnstyledButton className={`flex-middle ${menuPanel.link}`} onClick={onLogout}>
          <IconLogout size={20} stroke={1.5} aria-hidden="true" />
          Logout
        </UnstyledButton>
      </PanelGroup>
    </nav>
  )
}

function PanelGroup({
  title,
  children,
}: {
  readonly title: string
  readonly children: React.ReactNode
}) {
  return (
    <fieldset aria-label={title} className={menuPanel.group}>
      <div className={`quiet ${menuPanel.title}`}>{title}</div>
      {children}
    </fieldset>
  )
}

function PanelLink({ link, onClick }: { readonly link: NavLink; readonly onClick: () => void }) {
  return (
    <Link
      to={link.path}
      activeOptions={{ exact: link.path === '/' }}
      className={`flex-middle ${menuPanel.link}`}
      data-divided={link.afterDivider || undefined}
      onClick={onClick}
    >
      <ScreenIcon screen={link.path} />
      {link.title}
    </Link>
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
