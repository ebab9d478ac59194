import { type Api, anyone, api, type Call, type CallInput, labelSheets, type Role, roles } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from './client.ts'
import { startTestServer, type TestServer } from './server.ts'

/** What makes a call succeed for those who may make it. One entry per call: a new call without one does not compile. */
type Examples = {
  [G in keyof Api]: {
    [N in keyof Api[G]]: (
      world: World,
    ) => Promise<CallInput<Extract<Api[G][N], Call>>> | CallInput<Extract<Api[G][N], Call>>
  }
}

interface World {
  /** Makes a user whom the call may use up. */
  newUser(): Promise<number>
  newEntry(): Promise<number>
  deletedEntry(): Promise<number>
  newTag(): Promise<number>
  newItem(): Promise<number>
  newCar(): Promise<number>
  newComment(): Promise<number>
  newImport(): Promise<number>
}

const person = () => ({
  email: `${crypto.randomUUID()}@example.org`,
  gender: 'female' as const,
  firstName: 'Ada',
  lastName: 'Muster',
  phone: '',
  role: 'employee' as const,
})

const artwork = () => ({ type_id: 2 as const, identifier: crypto.randomUUID(), name: 'Étude', description: '' })

const journalText = () => ({ comment: 'Ölwechsel', date: '2026-05-31', tags: [] })

const noPasskey = {
  id: 'a',
  rawId: 'a',
  type: 'public-key' as const,
  response: { clientDataJSON: 'a', attestationObject: 'a' },
}

const examples: Examples = {
  auth: {
    signIn: () => ({ body: { email: 'employee@example.org', password: 'vitrine-demo' } }),
    signOut: () => ({}),
    requestReset: () => ({ body: { email: 'nobody@example.org' } }),
    checkLink: () => ({ body: { token: 'no such token' } }),
    // Who has no valid link is told so: that is past the access check.
    setPassword: () => ({ body: { token: 'no such token', password: 'a new password' } }),
    changePassword: () => ({ body: { password: 'vitrine-demo' } }),
    sessions: () => ({}),
    // Nobody has a session of this number: that is past the access check.
    endSession: () => ({ params: { id: 2_147_483_647 } }),
    endOtherSessions: () => ({}),
    sendPasswordLink: async ({ newUser }) => ({ body: { userId: await newUser() } }),
  },
  secondStep: {
    // A ticket that nobody was given, a code that nobody offered: that is past the access check.
    signIn: () => ({ body: { ticket: 'made up', code: '123456' } }),
    state: () => ({}),
    offerCode: () => ({}),
    confirmCode: () => ({ body: { code: 'no code' } }),
    removeCode: () => ({ body: { password: 'vitrine-demo' } }),
    renewRecoveryCodes: () => ({ body: { password: 'vitrine-demo' } }),
    offerPasskey: () => ({}),
    addPasskey: () => ({ body: { name: 'Key', passkey: noPasskey } }),
    removePasskey: () => ({ body: { id: 1, password: 'vitrine-demo' } }),
    ofUser: async ({ newUser }) => ({ params: { id: await newUser() } }),
    reset: async ({ newUser }) => ({ body: { userId: await newUser() } }),
  },
  audit: {
    list: () => ({ query: {} }),
    people: () => ({}),
  },
  users: {
    list: () => ({}),
    read: async ({ newUser }) => ({ params: { id: await newUser() } }),
    create: () => ({ body: person() }),
    update: async ({ newUser }) => ({ body: { ...person(), id: await newUser() } }),
    remove: async ({ newUser }) => ({ params: { id: await newUser() } }),
  },
  inventory: {
    cars: () => ({}),
    art: () => ({}),
    carTags: () => ({}),
    artTags: () => ({}),
    details: async ({ newItem }) => ({ params: { id: await newItem() } }),
    add: () => ({ body: { item: artwork() } }),
    saveInfo: async ({ newItem }) => ({ body: { itemId: await newItem(), data: artwork() } }),
    saveTags: async ({ newItem }) => ({ body: { itemId: await newItem(), tags: { year: '1965' } } }),
    setPublic: async ({ newItem }) => ({ body: { itemId: await newItem(), public: false } }),
  },
  media: {
    // An empty file is refused: that is past the access check.
    uploadImage: async ({ newItem }) => ({ body: { itemId: await newItem() }, file: new Blob([]) }),
    uploadRecording: async ({ newItem }) => ({ body: { itemId: await newItem() }, file: new Blob([]) }),
    image: async ({ newItem }) => ({ params: { id: await newItem() }, query: {} }),
    thumbnail: async ({ newItem }) => ({ params: { id: await newItem() }, query: {} }),
    medium: async ({ newItem }) => ({ params: { id: await newItem() }, query: {} }),
    recording: async ({ newItem }) => ({ params: { id: await newItem() }, query: {} }),
  },
  history: {
    ofItem: async ({ newItem }) => ({ params: { id: await newItem() } }),
    // An item made over the API has no change of this number.
    restore: async ({ newItem }) => ({ body: { itemId: await newItem(), changeId: 1 } }),
  },
  comments: {
    all: () => ({}),
    ofItem: async ({ newItem }) => ({ params: { id: await newItem() } }),
    add: async ({ newItem }) => ({ body: { itemId: await newItem(), comment: 'Rahmen prüfen' } }),
    remove: async ({ newComment }) => ({ body: { commentId: await newComment() } }),
    restore: async ({ newComment }) => ({ body: { commentId: await newComment() } }),
  },
  imports: {
    uploadArt: () => ({ body: { data: [{ identifier: crypto.randomUUID() }] } }),
    list: () => ({}),
    undo: async ({ newImport }) => ({ body: { importId: await newImport() } }),
  },
  factsheets: {
    details: async ({ newItem }) => ({ params: { id: await newItem() }, query: {} }),
    carTags: () => ({}),
    artTags: () => ({}),
    artQr: async ({ newItem }) => ({ params: { id: await newItem() } }),
    preview: async ({ newItem }) => ({ params: { id: await newItem() } }),
    previewQr: async ({ newItem }) => ({ params: { id: await newItem() } }),
  },
  documents: {
    carSheet: async ({ newCar }) => ({ params: { id: await newCar() } }),
    artCard: async ({ newItem }) => ({ params: { id: await newItem() } }),
    preview: async ({ newCar }) => ({ params: { id: await newCar() } }),
    carSheets: () => ({}),
    artCards: () => ({}),
    carSheetsProgress: () => ({}),
    artCardsProgress: () => ({}),
  },
  papers: {
    labels: async ({ newCar }) => ({
      body: { type: 'car', ids: [await newCar()], sheet: labelSheets['two-by-four'].sheet },
    }),
    report: () => ({ body: { report: '# Mai', startDate: '2026-05-01', endDate: '2026-05-31', lang: 'de' } }),
  },
  events: {
    list: () => ({}),
    save: () => ({ body: { events: [{ date: '2099-05-31', text_en: 'Concert' }] } }),
    upcoming: () => ({}),
  },
  journal: {
    list: () => ({}),
    add: () => ({ body: journalText() }),
    change: async ({ newEntry }) => ({ params: { id: await newEntry() }, body: journalText() }),
    remove: async ({ newEntry }) => ({ params: { id: await newEntry() } }),
    restore: async ({ deletedEntry }) => ({ body: { id: await deletedEntry() } }),
    tags: () => ({}),
    addTag: () => ({ body: { name: crypto.randomUUID() } }),
    removeTag: async ({ newTag }) => ({ params: { id: await newTag() } }),
  },
  assistant: {
    abilities: () => ({}),
    summarize: () => ({ body: { comment: 'Ölwechsel.', lang: 'de' } }),
    correct: () => ({ body: { comment: '1984' } }),
    instructions: () => ({}),
    report: () => ({ body: { startDate: '2026-01-01', endDate: '2026-12-31', lang: 'en' } }),
  },
  diagnostics: {
    testError: () => ({}),
    testSqlError: () => ({}),
    testLog: () => ({}),
    clientError: () => ({ body: { message: 'test', trace: '' } }),
  },
  operations: {
    health: () => ({}),
    ready: () => ({}),
    settings: () => ({}),
    externalTools: () => ({}),
    openApi: () => ({}),
  },
}

// The few calls whose purpose is another answer than 200.
const expectedStatus = new Map<Call, number>([
  [api.auth.setPassword, 400],
  [api.auth.endSession, 404],
  [api.secondStep.signIn, 401],
  [api.secondStep.confirmCode, 400],
  [api.secondStep.removeCode, 404],
  [api.secondStep.renewRecoveryCodes, 409],
  [api.secondStep.addPasskey, 400],
  [api.secondStep.removePasskey, 404],
  [api.media.uploadImage, 400],
  [api.media.uploadRecording, 400],
  [api.media.image, 404],
  [api.media.thumbnail, 404],
  [api.media.medium, 404],
  [api.media.recording, 404],
  [api.history.restore, 404],
  [api.diagnostics.testError, 500],
  [api.diagnostics.testSqlError, 500],
])

type Caller = 'no token' | 'bad token' | Role
const callers: Caller[] = ['no token', 'bad token', ...roles]

const rows = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls).flatMap(([name, call]: [string, Call]) =>
    callers.map((caller) => ({ group, name, call, caller })),
  ),
)

describe('who may make which call', () => {
  let server: TestServer
  let clients: Record<Caller, Client>

  beforeAll(async () => {
    server = await startTestServer()
    clients = {
      'no token': server,
      'bad token': new Client(server.url, { token: 'made-up' }),
      root: await server.signIn('root'),
      admin: await server.signIn('admin'),
      employee: await server.signIn('employee'),
    }
  })
  afterAll(() => server[Symbol.asyncDispose]())

  /** One session for each role does for all calls but the one that ends it. */
  const as = (caller: Caller, call: Call) =>
    call === api.auth.signOut && clients[caller].token && caller !== 'bad token'
      ? server.signIn(caller as Role)
      : clients[caller]

  test.for(rows)('$group $name by $caller', async ({ group, name, call, caller }) => {
    const { root } = clients
    const newUser = async () => (await root.call(api.users.create, { body: person() })).id
    const newItem = async () => (await root.call(api.inventory.add, { body: { item: artwork() } })).id
    const newCar = async () => (await root.call(api.inventory.add, { body: { item: { ...artwork(), type_id: 1 } } })).id
    const newComment = async () =>
      (await root.call(api.comments.add, { body: { itemId: await newItem(), comment: 'Rahmen prüfen' } })).id
    const newImport = async () =>
      (await root.call(api.imports.uploadArt, { body: { data: [{ identifier: crypto.randomUUID() }] } })).importId ?? 0
    const newEntry = async () => (await root.call(api.journal.add, { body: journalText() })).id
    const newTag = async () => (await root.call(api.journal.addTag, { body: { name: crypto.randomUUID() } })).id
    const deletedEntry = async () => {
      const id = await newEntry()
      await root.call(api.journal.remove, { params: { id } })
      return id
    }
    const example = (examples as unknown as Record<string, Record<string, (world: World) => Promise<object>>>)[group]?.[
      name
    ]
    const input = await example?.({ newUser, newEntry, deletedEntry, newTag, newItem, newCar, newComment, newImport })

    const client = await as(caller, call)
    const response = await client.send(call, input as never)

    expect(response.status).toBe(statusFor(call, caller))
  })
})

function statusFor(call: Call, caller: Caller): number {
  const success = expectedStatus.get(call) ?? 200
  if (call.access === anyone) return success
  if (caller === 'no token' || caller === 'bad token') return 401
  return call.access.includes(caller) ? success : 403
}
