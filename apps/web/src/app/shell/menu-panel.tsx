import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import type { NavEntry, NavLink } from '../navigation.ts'
import styles from './menu-panel.module.css'
import { UserSettingButtons } from './user-settings.tsx'

interface MenuPanelProps {
  readonly id: string
  readonly entries: readonly NavEntry[]
  readonly userLinks: readonly NavLink[]
  readonly email: string
  readonly onClose: () => void
  readonly onLogout: () => void
}

/** The menu of a narrow window, opened by one button and closed by any choice. */
export function MenuPanel({ id, entries, userLinks, email, onClose, onLogout }: MenuPanelProps) {
  useHotkeys([['Escape', onClose]], [])
  return (
    <nav id={id} aria-label="Main" className={styles.panel}>
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
        <UnstyledButton className={`flex-middle ${styles.link}`} onClick={onLogout}>
          <IconLogout size={20} stroke={1.5} aria-hidden="true" />
          Logout
        </UnstyledButton>
      </PanelGroup>
    </nav>
  )
}

function PanelGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset aria-label={title} className={styles.group}>
      <div className={`quiet ${styles.title}`}>{title}</div>
      {children}
    </fieldset>
  )
}

function PanelLink({ link, onClick }: { readonly link: NavLink; readonly onClick: () => void }) {
  return (
    <Link
      to={link.path}
      activeOptions={{ exact: link.path === '/' }}
      className={`flex-middle ${styles.link}`}
      data-divided={link.hasDividerBefore || undefined}
      onClick={onClick}
    >
      <ScreenIcon screen={link.path} />
      {link.title}
    </Link>
  )
}
