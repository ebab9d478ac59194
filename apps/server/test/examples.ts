import { randomUUID } from 'node:crypto'
import {
  type Api,
  api,
  type Call,
  type CallInput,
  createEmptyState,
  type ItemType,
  inventoryTypes,
  labelSheets,
  museumFields,
  perType,
  typesWith,
} from '@vitrine/contract'
import type { Client } from './client.ts'
import { newFact, newPlace, plainAttribute } from './inventory.ts'

/**
 * A request per call that succeeds for the roles that may make it. The compiler requires one for
 * each new call.
 */
type Examples = {
  [G in keyof Api]: {
    [N in keyof Api[G]]: (
      context: ExampleContext,
    ) => Promise<CallInput<Extract<Api[G][N], Call>>> | CallInput<Extract<Api[G][N], Call>>
  }
}

export interface ExampleContext {
  /** Adds a user that the call may change or delete. */
  newUser(): Promise<number>
  newEntry(): Promise<number>
  newDeletedEntry(): Promise<number>
  newTag(): Promise<number>
  /** Adds an item, by default an artwork. */
  newItem(type?: ItemType): Promise<number>
  newComment(): Promise<number>
  newImport(): Promise<number>
  newPlaceId(): Promise<number>
  newPlacedItem(): Promise<number>
  /** Opens a stocktake of one item. */
  newStocktake(): Promise<number>
  newClosedStocktake(): Promise<number>
  findQuestion(): Promise<number>
}

/** The largest id that a call accepts; no record has it. */
const unusedId = 2_147_483_647

const person = () => ({
  email: `${crypto.randomUUID()}@example.org`,
  gender: 'female' as const,
  firstName: 'Ada',
  lastName: 'Muster',
  phone: '',
  role: 'employee' as const,
})

const artwork = () => ({
  type_id: 2 as const,
  identifier: crypto.randomUUID(),
  name: 'Étude',
  description: '',
})

/** Creates a key that no attribute has. */
const newKey = () => `k${crypto.randomUUID().replaceAll('-', '')}`

const journalText = () => ({ comment: 'Ölwechsel', date: '2026-05-31', tags: [] })

/** Texts of a museum for visitors, checked in French only. */
export const createMuseumTexts = () => ({
  ...createEmptyState(museumFields),
  state_fr: 'checked',
  state_de: 'draft',
  state_en: 'draft',
  hours_fr: 'Du mardi au dimanche, de 10 h à 17 h',
})

/** An answer that no passkey gives. */
const invalidPasskey = {
  id: 'a',
  rawId: 'a',
  type: 'public-key' as const,
  response: { clientDataJSON: 'a', attestationObject: 'a' },
}

const examples: Examples = {
  auth: {
    signIn: () => ({ body: { email: 'employee@example.org', password: 'vitrine-demo' } }),
    signOut: () => ({}),
    // A new address each time, because links per address are limited.
    requestReset: () => ({ body: { email: `${randomUUID()}@example.org` } }),
    checkLink: () => ({ body: { token: 'no such token' } }),
    // Passes the access check, but is rejected: the link is invalid.
    setPassword: () => ({ body: { token: 'no such token', password: 'a new password' } }),
    changePassword: () => ({ body: { password: 'vitrine-demo' } }),
    sessions: () => ({}),
    // Passes the access check, but is rejected: no session has this id.
    endSession: () => ({ params: { id: unusedId } }),
    endOtherSessions: () => ({}),
    sendPasswordLink: async ({ newUser }) => ({ body: { userId: await newUser() } }),
  },
  secondStep: {
    // Passes the access check, but is rejected: ticket and code are invented.
    signIn: () => ({ body: { ticket: 'made up', code: '123456' } }),
    state: () => ({}),
    offerCode: () => ({}),
    confirmCode: () => ({ body: { code: 'no code' } }),
    removeCode: () => ({ body: { password: 'vitrine-demo' } }),
    renewRecoveryCodes: () => ({ body: { password: 'vitrine-demo' } }),
    offerPasskey: () => ({}),
    addPasskey: () => ({ body: { name: 'Key', passkey: invalidPasskey } }),
    removePasskey: () => ({ body: { id: 1, password: 'vitrine-demo' } }),
    ofUser: async ({ newUser }) => ({ params: { id: await newUser() } }),
    reset: async ({ newUser }) => ({ body: { userId: await newUser() } }),
  },
  search: {
    everything: () => ({ query: { q: 'geneve' } }),
    items: () => ({ query: { ids: '1,2' } }),
    code: () => ({ query: { code: 'LM-013' } }),
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
    ...perType('{collection}', () => () => ({})),
    ...perType('{collection}Archived', () => () => ({})),
    ...perType('{collection}Columns', () => () => ({})),
    ...perType('{type}Tags', () => () => ({})),
    ...perType('{type}Csv', (type) => async ({ newItem }: ExampleContext) => ({
      body: { ids: [await newItem(type)] },
    })),
    details: async ({ newItem }) => ({ params: { id: await newItem() } }),
    add: () => ({ body: { item: artwork() } }),
    saveInfo: async ({ newItem }) => ({ body: { itemId: await newItem(), data: artwork() } }),
    saveTags: async ({ newItem }) => ({
      body: { itemId: await newItem(), tags: { year: '1965' } },
    }),
    saveTexts: async ({ newItem }) => ({
      body: {
        itemId: await newItem(),
        lang: 'de',
        fields: { name: { text: 'Studie', was: '', source: 'Étude' } },
        state: 'draft',
      },
    }),
    setPublic: async ({ newItem }) => ({ body: { itemId: await newItem(), public: false } }),
    setChecked: async ({ newItem }) => ({ body: { itemId: await newItem() } }),
    setArchived: async ({ newItem }) => ({ body: { itemIds: [await newItem()], archived: true } }),
    // Passes the access check, but is rejected: the item is not archived.
    remove: async ({ newItem }) => ({ params: { id: await newItem() } }),
  },
  views: {
    list: () => ({}),
    add: () => ({
      body: { type: 'car', name: newKey(), shared: false, search: { filter: 'Alfa' } },
    }),
    // Passes the access check, but is rejected: no view has this id.
    save: () => ({ body: { id: unusedId, name: newKey(), shared: true, search: {} } }),
    remove: () => ({ body: { id: unusedId } }),
    restore: () => ({ body: { id: unusedId } }),
  },
  attributes: {
    list: () => ({ params: { type: 'car' } }),
    history: () => ({ params: { type: 'art' } }),
    suggestions: () => ({ params: { id: 1 } }),
    add: () => ({ body: { type: 'car', tag_key: newKey(), attribute: plainAttribute } }),
    save: () => ({ body: { id: 1, attribute: plainAttribute } }),
    move: () => ({ body: { id: 1, after: null } }),
    retire: () => ({ body: { id: 1, retired: false } }),
  },
  media: {
    // Passes the access check, but is rejected: the file is empty.
    uploadImage: async ({ newItem }) => ({ body: { itemId: await newItem() }, file: new Blob([]) }),
    addPicture: async ({ newItem }) => ({ body: { itemId: await newItem() }, file: new Blob([]) }),
    savePictures: async ({ newItem }) => ({
      body: { itemId: await newItem(), version: 1, pictures: [] },
    }),
    uploadRecording: async ({ newItem }) => ({
      body: { itemId: await newItem() },
      file: new Blob([]),
    }),
    image: async ({ newItem }) => ({ params: { id: await newItem() }, query: {} }),
    thumbnail: async ({ newItem }) => ({ params: { id: await newItem() }, query: {} }),
    medium: async ({ newItem }) => ({ params: { id: await newItem() }, query: {} }),
    earlier: () => ({ params: { name: '0123456789abcdef' }, query: {} }),
    recording: async ({ newItem }) => ({ params: { id: await newItem() }, query: {} }),
  },
  history: {
    all: () => ({ query: {} }),
    of: async ({ newComment }) => ({
      params: { subject: 'comment', id: await newComment() },
      query: {},
    }),
    // A comment that was added by a call has no change with this id.
    undo: async ({ newComment }) => ({
      body: { subject: 'comment', id: await newComment(), changeId: 1 },
    }),
    restore: async ({ newComment }) => ({
      body: { subject: 'comment', id: await newComment(), changeId: 1 },
    }),
  },
  comments: {
    all: () => ({ query: {} }),
    ofItem: async ({ newItem }) => ({ params: { id: await newItem() } }),
    add: async ({ newItem }) => ({ body: { itemId: await newItem(), comment: 'Rahmen prüfen' } }),
    // Passes the access check, but is rejected: no comment has this id.
    edit: () => ({ body: { commentId: unusedId, comment: 'Rahmen geprüft' } }),
    setTask: async ({ newComment }) => ({
      body: { commentId: await newComment(), task: { due: '2026-05-31' } },
    }),
    setDone: async ({ newComment }) => ({ body: { commentId: await newComment(), done: false } }),
    remove: async ({ newComment }) => ({ body: { commentId: await newComment() } }),
    readNotices: async ({ newComment }) => ({ body: { commentIds: [await newComment()] } }),
    deleted: () => ({}),
    restore: async ({ newComment }) => ({ body: { commentId: await newComment() } }),
  },
  conditions: {
    ofItem: async ({ newItem }) => ({ params: { id: await newItem() } }),
    add: async ({ newItem }) => ({ body: { itemId: await newItem(), state: 'watch' } }),
    // Passes the access check, but is rejected: the file is empty.
    addPhoto: async ({ newItem }) => ({
      body: { itemId: await newItem(), key: randomUUID() },
      file: new Blob([]),
    }),
    // Pass the access check, but are rejected: no check has this id.
    edit: () => ({
      body: {
        id: unusedId,
        version: 1,
        day: '2026-05-31',
        state: 'good',
        occasion: 'inspection',
        remark: '',
      },
    }),
    setRemoved: () => ({ body: { id: unusedId, removed: true } }),
    makeTask: () => ({ body: { id: unusedId, task: {} } }),
  },
  tasks: {
    people: () => ({}),
    mail: () => ({}),
    setMail: () => ({ body: { on: true } }),
  },
  home: { read: () => ({}) },
  imports: {
    ...perType('upload{Type}', () => () => ({
      body: { data: [{ identifier: crypto.randomUUID() }] },
    })),
    changeMany: async ({ newItem }) => ({
      body: {
        type: 'art',
        ids: [await newItem()],
        change: { what: 'attribute', key: 'year', value: '1905' },
      },
    }),
    list: () => ({}),
    undo: async ({ newImport }) => ({ body: { importId: await newImport() } }),
  },
  factsheets: {
    details: async ({ newItem }) => ({ params: { id: await newItem() }, query: {} }),
    ...perType('{type}Tags', () => () => ({})),
    ...perType(
      '{type}Qr',
      (type) =>
        async ({ newItem }: ExampleContext) => ({ params: { id: await newItem(type) } }),
      typesWith('hasQr'),
    ),
    preview: async ({ newItem }) => ({ params: { id: await newItem() }, query: { lang: 'ja' } }),
    previewQr: async ({ newItem }) => ({ params: { id: await newItem() } }),
  },
  documents: {
    ...perType('{type}{paper}', (type) => async ({ newItem }: ExampleContext) => ({
      params: { id: await newItem(type) },
      query: { lang: 'fr,de' },
    })),
    preview: async ({ newItem }) => ({
      params: { id: await newItem('car') },
      query: { lang: 'ja' },
    }),
    ...perType('{type}{paper}s', () => () => ({ query: { lang: 'fr' } })),
    ...perType('{type}{paper}sProgress', () => () => ({ query: { lang: 'fr' } })),
    ...perType('chosen{Type}{paper}s', (type) => async ({ newItem }: ExampleContext) => ({
      body: { ids: [await newItem(type)] },
    })),
    ...perType('chosen{Type}{paper}sProgress', (type) => async ({ newItem }: ExampleContext) => ({
      body: { ids: [await newItem(type)] },
    })),
  },
  papers: {
    labels: async ({ newItem }) => ({
      body: {
        type: 'car',
        ids: [await newItem('car')],
        sheet: labelSheets['two-by-four'].sheet,
        lang: 'zh',
      },
    }),
    placeLabels: async ({ newPlaceId }) => ({
      body: { ids: [await newPlaceId()], sheet: labelSheets['three-by-seven'].sheet },
    }),
    report: () => ({
      body: { report: '# Mai', startDate: '2026-05-01', endDate: '2026-05-31', lang: 'de' },
    }),
  },
  loans: {
    objectId: async ({ newItem }) => ({ params: { id: await newItem() } }),
    eodem: async ({ newItem }) => ({ params: { id: await newItem('car') } }),
    conditionReport: async ({ newItem }) => ({ body: { ids: [await newItem()], lang: 'fr' } }),
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
    deleted: () => ({}),
    restore: async ({ newDeletedEntry }) => ({ body: { id: await newDeletedEntry() } }),
    mentions: async ({ newItem }) => ({ params: { id: await newItem() } }),
    tags: () => ({}),
    addTag: () => ({ body: { name: crypto.randomUUID() } }),
    removeTag: async ({ newTag }) => ({ params: { id: await newTag() } }),
  },
  assistant: {
    ask: () => ({ body: { question: 'When was the gearbox repaired?' } }),
    abilities: () => ({}),
    summarize: () => ({ body: { comment: 'Ölwechsel.', lang: 'de' } }),
    correct: () => ({ body: { comment: '1984' } }),
    instructions: () => ({}),
    translator: () => ({}),
    // Passes the access check, but is rejected: no model is configured.
    draftAlt: async ({ newItem }) => ({
      body: { itemId: await newItem(), name: '0123456789abcdef', lang: 'de' },
    }),
    translate: () => ({ body: { from: 'de', to: 'fr', fields: { name: 'Der Wagen' } } }),
    report: () => ({ body: { startDate: '2026-01-01', endDate: '2026-12-31', lang: 'en' } }),
  },
  questions: {
    list: () => ({ query: { state: 'unanswered', lang: 'de' } }),
    info: () => ({}),
    items: () => ({}),
    csv: () => ({ query: { from: '2026-01-01', delimiter: 'comma' } }),
    dismiss: async ({ findQuestion }) => ({ body: { id: await findQuestion(), dismissed: true } }),
    markAnswered: async ({ findQuestion }) => ({
      body: { id: await findQuestion(), answered: true },
    }),
  },
  places: {
    list: () => ({}),
    add: () => ({ body: { place: newPlace() } }),
    save: async ({ newPlaceId }) => ({ body: { id: await newPlaceId(), place: newPlace() } }),
    contents: async ({ newPlaceId }) => ({ params: { id: await newPlaceId() }, query: {} }),
    movements: () => ({ query: {} }),
    whereabouts: async ({ newItem }) => ({ query: { item: await newItem(), day: '2026-05-31' } }),
    away: () => ({}),
    expectBack: async ({ newPlacedItem }) => ({
      body: { itemId: await newPlacedItem(), backOn: '2099-01-31' },
    }),
    move: async ({ newItem }) => ({ body: { ids: [await newItem()], to: null, reason: 'store' } }),
  },
  museums: {
    list: () => ({}),
    save: () => ({ body: { type: 'car', museum: createMuseumTexts() } }),
  },
  stocktake: {
    list: () => ({}),
    open: async ({ newItem }) => ({
      body: { name: 'Depot', scope: { view: 'Depot', itemIds: [await newItem()] } },
    }),
    read: async ({ newStocktake }) => ({ params: { id: await newStocktake() } }),
    facts: async ({ newStocktake }) => ({ params: { id: await newStocktake() }, query: {} }),
    send: async ({ newStocktake }) => ({
      params: { id: await newStocktake() },
      body: { since: '', facts: [newFact()] },
    }),
    result: async ({ newStocktake }) => ({ params: { id: await newStocktake() }, query: {} }),
    decide: async ({ newStocktake }) => ({
      params: { id: await newStocktake() },
      body: { keys: ['missing 1'], decision: 'later' },
    }),
    undo: async ({ newStocktake }) => ({
      params: { id: await newStocktake() },
      body: { batch: crypto.randomUUID() },
    }),
    close: async ({ newStocktake }) => ({ params: { id: await newStocktake() } }),
    reopen: async ({ newClosedStocktake }) => ({ params: { id: await newClosedStocktake() } }),
    report: async ({ newStocktake }) => ({
      params: { id: await newStocktake() },
      query: { lang: 'fr' },
    }),
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
    about: () => ({}),
    externalTools: () => ({}),
    openApi: () => ({}),
  },
}

/** Creates a context whose records are added by root. */
export const createExampleContext = (root: Client): ExampleContext => {
  const context: ExampleContext = {
    newUser: async () => (await root.call(api.users.create, { body: person() })).id,
    async newItem(type = 'art') {
      const item = { ...artwork(), type_id: inventoryTypes[type].id }
      return (await root.call(api.inventory.add, { body: { item } })).id
    },
    async newComment() {
      const comment = { itemId: await context.newItem(), comment: 'Rahmen prüfen' }
      return (await root.call(api.comments.add, { body: comment })).id
    },
    newPlaceId: async () => (await root.call(api.places.add, { body: { place: newPlace() } })).id,
    newPlacedItem: async () => {
      const itemId = await context.newItem()
      const placeId = await context.newPlaceId()
      await root.call(api.places.move, { body: { ids: [itemId], to: placeId, reason: 'loan' } })
      return itemId
    },
    newStocktake: async () => {
      const scope = { view: 'Depot', itemIds: [await context.newItem()] }
      return (await root.call(api.stocktake.open, { body: { name: 'Depot', scope } })).id
    },
    newClosedStocktake: async () => {
      const id = await context.newStocktake()
      await root.call(api.stocktake.close, { params: { id } })
      return id
    },
    async newImport() {
      const data = [{ identifier: crypto.randomUUID() }]
      const { importId } = await root.call(api.imports.uploadArt, { body: { data } })
      return importId ?? 0
    },
    newEntry: async () => (await root.call(api.journal.add, { body: journalText() })).id,
    newTag: async () =>
      (await root.call(api.journal.addTag, { body: { name: crypto.randomUUID() } })).id,
    findQuestion: async () =>
      (await root.call(api.questions.list, { query: {} })).groups[0]?.id ?? 0,
    newDeletedEntry: async () => {
      const id = await context.newEntry()
      await root.call(api.journal.remove, { params: { id } })
      return id
    },
  }
  return context
}

export interface CallExample {
  readonly title: string
  readonly call: Call
  /** An input with which the call succeeds. */
  readonly input: (
    context: ExampleContext,
  ) => Promise<{ params?: object; query?: object; body?: object; file?: Blob }>
}

export const callExamples: CallExample[] = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, call]: [string, Call]) => {
    const example = (
      examples as unknown as Record<string, Record<string, (context: ExampleContext) => object>>
    )[group]?.[name]
    return {
      title: `${group}.${name}`,
      call,
      input: async (context: ExampleContext) => (await example?.(context)) ?? {},
    }
  }),
)
