import { screen } from '@testing-library/react'
import type { Role } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen } from './open-screen.tsx'

afterEach(closeScreen)

const createUser = (id: number, role: Role) => ({
  id,
  firstName: 'Anna',
  lastName: role,
  role,
  email: `${role}@example.org`,
})

const answers = { 'GET /admin/employees': [createUser(1, 'root'), createUser(2, 'employee')] }

test('an admin can’t edit a root, whose row says why', async () => {
  openScreen('/employees', answers, 'admin')
  await screen.findByText('Only Root can change this user.')
  expect(screen.getAllByRole('link', { name: /^Edit user/ })).toHaveLength(1)
})

test('root can edit every user', async () => {
  openScreen('/employees', answers, 'root')
  expect(await screen.findAllByRole('link', { name: /^Edit user/ })).toHaveLength(2)
  expect(screen.queryByText(/^Only Root/)).toBeNull()
})
