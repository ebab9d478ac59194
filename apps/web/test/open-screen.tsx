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

// A busy machine may take its time.
configure({ asyncUtilTimeout: 10_000 })

// The test's DOM does not know the element <search> yet, and React would complain about it.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

/** What the server answers to each call: a value, or a refusal. A call that is not named here gets no answer at all. */
export type Answers = { readonly [A in CallAddress]?: OutputOf<A> | Refusal }

class Refusal {
  readonly status: number
  readonly obj: unknown

  constructor(status: number, obj?: unknown) {
    this.status = status
    this.obj = obj
  }
}

export const refusal = (status: number, obj?: unknown): Refusal => new Refusal(status, obj)

/** The sentence of every refusal. */
export const reason = 'The server says why.'

/** Opens a screen of the real app, before a server that gives these answers; the login without a session. */
export function openScreen(
  path: string,
  answers: Answers,
  role: Role | null = path === '/login' ? null : 'root',
): void {
  closeScreen()
  if (role) session.start({ token: 'made up', user: { email: `${role}@example.org`, role } })
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) =>
    answerTo(method, address, answers),
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
  // What one test typed must not open the form of the next.
  for (const role of roles) discardDrafts(`${role}@example.org`)
  session.end()
  vi.unstubAllGlobals()
}

function answerTo(method: string, address: string, answers: Answers): Promise<Response> {
  const path = address.replace(/^\/api/, '').replace(/\?.*/, '')
  const found = Object.entries(answers).find(([call]) => {
    const [callMethod, callPath = ''] = call.split(' ')
    return (
      method === callMethod && new RegExp(`^${callPath.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
    )
  })
  if (!found) return new Promise(() => undefined)
  const [, answer] = found
  if (!(answer instanceof Refusal)) return Promise.resolve(Response.json(answer))
  const { status, obj } = answer
  return Promise.resolve(Response.json({ statusCode: status, message: reason, obj }, { status }))
}
