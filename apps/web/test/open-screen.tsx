import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import { type Role, roles } from '@vitrine/contract'
import { vi } from 'vitest'
import { createAppRouter } from '../src/app/router.ts'
import type { CallAddress, OutputOf } from '../src/client/address.ts'
import { createQueryClient } from '../src/client/query-client.ts'
import { session } from '../src/session/session.ts'
import { discardDrafts } from '../src/ui/forms/drafts.ts'
import { theme } from '../src/ui/theme/theme.ts'

// Generous, for busy machines.
configure({ asyncUtilTimeout: 10_000 })

// The test's DOM does not know <search> yet, about which React would warn.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

/** The server's answers by call; calls without an entry stay unanswered. */
export type Answers = { readonly [A in CallAddress]?: OutputOf<A> | Rejection }

class Rejection {
  readonly status: number
  readonly obj: unknown

  constructor(status: number, obj?: unknown) {
    this.status = status
    this.obj = obj
  }
}

/** An answer with an error status, whose message is `rejectionMessage`. */
export const rejection = (status: number, obj?: unknown): Rejection => new Rejection(status, obj)

export const rejectionMessage = 'The server says why.'

/** Opens a screen of the real app with a mocked server; the login screen without a session. */
export function openScreen(
  path: string,
  answers: Answers,
  role: Role | null = path === '/login' ? null : 'root',
): void {
  closeScreen()
  if (role) session.start({ token: 'made up', user: { email: `${role}@example.org`, role } })
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) =>
    findAnswer(method, address, answers),
  )
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

export function closeScreen(): void {
  cleanup()
  // Drafts of one test must not open forms in the next.
  for (const role of roles) discardDrafts(`${role}@example.org`)
  session.end()
  vi.unstubAllGlobals()
}

function findAnswer(method: string, address: string, answers: Answers): Promise<Response> {
  const path = address.replace(/^\/api/, '').replace(/\?.*/, '')
  const match = Object.entries(answers).find(([call]) => {
    const [callMethod, callPath = ''] = call.split(' ')
    return (
      method === callMethod && new RegExp(`^${callPath.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
    )
  })
  if (!match) return new Promise(() => undefined)

  const [, answer] = match
  if (!(answer instanceof Rejection)) return Promise.resolve(Response.json(answer))

  const { status, obj } = answer
  return Promise.resolve(
    Response.json({ statusCode: status, message: rejectionMessage, obj }, { status }),
  )
}
