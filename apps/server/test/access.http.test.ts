// @module-tag postgres

import { anyone, api, type Call, type Role, roles } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from './client.ts'
import { isOnPostgres } from './database.ts'
import { callExamples, createExampleContext } from './examples.ts'
import { papersWithoutTypst } from './papers-without-typst.ts'
import { startTestServer, type TestServer } from './server.ts'

// Statuses of calls whose example passes the access check, but is not answered with 200.
const statusByCall = new Map<Call, number>([
  [api.auth.setPassword, 400],
  [api.auth.endSession, 404],
  [api.secondStep.signIn, 401],
  [api.secondStep.confirmCode, 400],
  [api.secondStep.removeCode, 404],
  [api.secondStep.renewRecoveryCodes, 409],
  [api.inventory.remove, 409],
  [api.secondStep.addPasskey, 400],
  [api.secondStep.removePasskey, 404],
  [api.media.uploadImage, 400],
  [api.media.addPicture, 400],
  [api.media.uploadRecording, 400],
  [api.media.image, 404],
  [api.media.thumbnail, 404],
  [api.media.medium, 404],
  [api.media.earlier, 404],
  [api.conditions.addPhoto, 400],
  [api.conditions.edit, 404],
  [api.conditions.setRemoved, 404],
  [api.conditions.makeTask, 404],
  [api.media.recording, 404],
  [api.history.undo, 404],
  [api.history.restore, 404],
  [api.comments.edit, 404],
  [api.views.save, 404],
  [api.views.remove, 404],
  [api.views.restore, 404],
  [api.assistant.translate, 400],
  [api.assistant.draftAlt, 400],
  [api.diagnostics.testError, 500],
  [api.diagnostics.testSqlError, 500],
])

type Caller = 'no token' | 'bad token' | Role
// Access is checked before any query, so on PostgreSQL one caller shows that the statements work.
const callers: Caller[] = isOnPostgres() ? ['root'] : ['no token', 'bad token', ...roles]

const attempts = callExamples.flatMap(({ title, call, input }) =>
  callers.map((caller) => ({ title, call, caller, createInput: input })),
)

describe('access to each call', () => {
  let server: TestServer
  let clients: Record<Caller, Client>

  beforeAll(async () => {
    server = await startTestServer({}, { papers: papersWithoutTypst })
    const signedIn = await Promise.all(
      roles.map(async (role) => [role, await server.signIn(role)] as const),
    )
    clients = {
      'no token': server,
      'bad token': new Client(server.url, { token: 'made-up' }),
      ...(Object.fromEntries(signedIn) as Record<Role, Client>),
    }
  })
  afterAll(() => server[Symbol.asyncDispose]())

  /** Chooses the client of a caller; the call that ends a session gets a session of its own. */
  const chooseClient = async (caller: Caller, call: Call): Promise<Client> =>
    call === api.auth.signOut && isRole(caller) ? server.signIn(caller) : clients[caller]

  test.for(attempts)(
    'allows or rejects $title by $caller, as its access says',
    async ({ call, caller, createInput }) => {
      const input = await createInput(createExampleContext(clients.root))
      const client = await chooseClient(caller, call)
      const response = await client.send(call, input as never)
      expect(response.status).toBe(getExpectedStatus(call, caller))
    },
  )
})

const isRole = (caller: Caller): caller is Role => caller !== 'no token' && caller !== 'bad token'

function getExpectedStatus(call: Call, caller: Caller): number {
  const statusIfAllowed = statusByCall.get(call) ?? 200
  if (call.access === anyone) return statusIfAllowed
  if (!isRole(caller)) return 401
  return call.access.includes(caller) ? statusIfAllowed : 403
}
