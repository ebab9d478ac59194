import { Menu, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconKeyboard, IconKeyboardOff, IconMail, IconMailOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { singleKeyShortcuts, useSingleKeyShortcuts } from '../../ui/forms/single-keys.ts'
import styles from './menu-panel.module.css'

/** Settings that users turn on and off for themselves; fetched when a menu with them opens. */
function useUserSettings() {
  const queryClient = useQueryClient()
  const taskMailQuery = callQuery('GET /user/task-mail')
  const { data } = useQuery(taskMailQuery)
  const setTaskMail = useMutation({
    mutationFn: (on: boolean) => call('POST /user/task-mail', { body: { on } }),
    onError: (error) =>
      notifications.show({
        message: `The setting could not be changed. ${getServerMessage(error)}`,
      }),
    onSettled: () => queryClient.invalidateQueries(taskMailQuery),
  })
  const hasTaskMail = setTaskMail.isPending ? setTaskMail.variables : (data?.on ?? true)
  const hasShortcuts = useSingleKeyShortcuts()

  const taskMail = {
    key: 'task mail',
    label: `Morning mail of tasks and replies: ${hasTaskMail ? 'on' : 'off'}`,
    Icon: hasTaskMail ? IconMail : IconMailOff,
    toggle: () => setTaskMail.mutate(!hasTaskMail),
  }
  const shortcuts = {
    key: 'shortcuts',
    label: `Keys J and K for next and previous: ${hasShortcuts ? 'on' : 'off'}`,
    Icon: hasShortcuts ? IconKeyboard : IconKeyboardOff,
    toggle: () => singleKeyShortcuts.setEnabled(!hasShortcuts),
  }

  // Phones and tablets have no keys to press.
  const isTouchOnly = window.matchMedia('(hover: none) and (pointer: coarse)').matches
  return isTouchOnly ? [taskMail] : [taskMail, shortcuts]
}

export const UserSettingItems = () =>
  useUserSettings().map(({ key, label, Icon, toggle }) => (
    <Menu.Item
      key={key}
      leftSection={<Icon size={18} stroke={1.5} aria-hidden="true" />}
      closeMenuOnClick={false}
      onClick={toggle}
    >
      {label}
    </Menu.Item>
  ))

export const UserSettingButtons = () =>
  useUserSettings().map(({ key, label, Icon, toggle }) => (
    <UnstyledButton key={key} className={`flex-middle ${styles.link}`} onClick={toggle}>
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      {label}
    </UnstyledButton>
  ))
