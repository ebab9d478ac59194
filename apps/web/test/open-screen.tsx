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

configure({
  // Generous, for busy machines.
  asyncUtilTimeout: 10_000,
  // Without the document, which would be printed again each time that a wait finds nothing yet.
  getElementError: (message) => new Error(message ?? 'The element was not found.'),
})

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

/**
 * Opens a screen of the real app with a mocked server; the login screen without a session. Returns
 * the server, which can be given answers to pending calls.
 */
export function openScreen(
  path: string,
  answers: Answers,
  role: Role | null = path === '/login' ? null : 'root',
): MockedServer {
  closeScreen()
  if (role) session.start({ token: 'made up', user: { email: `${role}@example.org`, role } })
  const server = new MockedServer(answers)
  vi.stubGlobal('fetch', server.fetch)
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return server
}

export function closeScreen(): void {
  cleanup()
  // Drafts of one test must not open forms in the next.
  for (const role of roles) discardDrafts(`${role}@example.org`)
  session.end()
  vi.unstubAllGlobals()
}

interface MockedRequest {
  readonly method: string
  readonly path: string
}

interface PendingRequest extends MockedRequest {
  readonly resolve: (response: Response) => void
}

class MockedServer {
  #answers: Answers
  #pendingRequests: readonly PendingRequest[] = []

  constructor(answers: Answers) {
    this.#answers = answers
  }

  readonly fetch = (address: string, { method = 'GET' }: RequestInit = {}): Promise<Response> => {
    // Calls are told apart without their query.
    const path = address.replace(/^\/api/, '').replace(/\?.*/, '')
    return new Promise((resolve) => {
      this.#pendingRequests = [...this.#pendingRequests, { method, path, resolve }]
      this.#answerPending()
    })
  }

  /** Answers further calls, including pending ones. */
  addAnswers(answers: Answers): void {
    this.#answers = { ...this.#answers, ...answers }
    this.#answerPending()
  }

  #answerPending(): void {
    this.#pendingRequests = this.#pendingRequests.filter((request) => {
      const response = findResponse(request, this.#answers)
      if (response) request.resolve(response)
      return !response
    })
  }
}

function findResponse({ method, path }: MockedRequest, answers: Answers): Response | null {
  const match = Object.entries(answers).find(([call]) => {
    const [callMethod, callPath = ''] = call.split(' ')
    // A parameter such as ':id' stands for any text without a slash.
    const pathPattern = new RegExp(`^${callPath.replaceAll(/:\w+/g, '[^/]+')}$`)
    return method === callMethod && pathPattern.test(path)
  })
  if (!match) return null

  const [, answer] = match
  if (!(answer instanceof Rejection)) return Response.json(answer)

  const { status, obj } = answer
  return Response.json({ statusCode: status, message: rejectionMessage, obj }, { status })
}
