import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { Fragment } from 'react'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import type { NavLink } from '../navigation.ts'
import styles from './navbar.module.css'

/** A dropdown of the navbar. */
export function NavGroup({ title, links }: { readonly title: string; readonly links: readonly NavLink[] }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const isActive = links.some((link) => link.path === pathname)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={styles.link ?? ''} data-active={isActive || undefined}>
          {title}
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map((link) => (
          <Fragment key={link.path}>
            {link.afterDivider && <Menu.Divider />}
            <Menu.Item component={Link} to={link.path} leftSection={<ScreenIcon screen={link.path} size={18} />}>
              {link.title}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
