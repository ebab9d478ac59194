import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import type { NavLink } from '../navigation.ts'
import styles from './navbar.module.css'
import own from './user-menu.module.css'
import { UserSwitchItems } from './user-switches.tsx'

interface UserMenuProps {
  readonly email: string
  readonly links: readonly NavLink[]
  readonly onLogout: () => void
}

export function UserMenu({ email, links, onLogout }: UserMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={`${styles.link} ${own.user}`} title={email}>
          <span className={own.email}>{email}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map((link) => (
          <Menu.Item
            key={link.path}
            component={Link}
            to={link.path}
            leftSection={<ScreenIcon screen={link.path} size={18} />}
          >
            {link.title}
          </Menu.Item>
        ))}
        <UserSwitchItems />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.5} aria-hidden="true" />} onClick={onLogout}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
