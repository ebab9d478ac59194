import { Menu, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMail, IconMailOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import panel from './menu-panel.module.css'

const queryKey = ['task-mail']

/** Whether open tasks are mailed in the morning, and a way to change it. Asked for when a menu that shows it opens. */
function useTaskMail() {
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call('GET /user/task-mail', undefined, { signal }) })
  const set = useMutation({
    mutationFn: (on: boolean) => call('POST /user/task-mail', { body: { on } }),
    onError: (error) => notifications.show({ message: `The switch could not be changed. ${serverMessage(error)}` }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const isOn = set.isPending ? set.variables : (data?.on ?? true)
  const Icon = isOn ? IconMail : IconMailOff
  return {
    label: 'Morning mail of open tasks',
    state: isOn ? 'on' : 'off',
    icon: <Icon size={18} stroke={1.5} aria-hidden="true" />,
    toggle: () => set.mutate(!isOn),
  }
}

/** In the menu of a wide window. */
export function TaskMailItem() {
  const { label, state, icon, toggle } = useTaskMail()
  return (
    <Menu.Item leftSection={icon} closeMenuOnClick={false} onClick={toggle}>
      {label}: {state}
    </Menu.Item>
  )
}

/** In the panel of a narrow one. */
export function TaskMailButton() {
  const { label, state, icon, toggle } = useTaskMail()
  return (
    <UnstyledButton className={panel.link ?? ''} onClick={toggle}>
      {icon}
      {label}: {state}
    </UnstyledButton>
  )
}
