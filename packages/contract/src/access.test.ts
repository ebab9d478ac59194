import { expect, test } from 'vitest'
import {
  type Access,
  anyone,
  managers,
  type Role,
  roles,
  rootOnly,
  signedIn,
  staff,
} from './access.ts'
import { type Api, api } from './api.ts'
import type { Call } from './call.ts'
import { fillTemplate } from './inventory/per-type.ts'
import { itemTypes } from './inventory/types.ts'
import { type Screen, screens } from './screens.ts'

// The access that the specification demands, repeated by hand, to detect calls and screens that are
// opened too widely or forgotten. A name with {type} stands for one per item type.

const groups = { anyone, signedIn, staff, managers, rootOnly } satisfies Record<string, Access>
type Group = keyof typeof groups

const groupsOfRoles: Record<Role, readonly Group[]> = {
  root: ['signedIn', 'staff', 'managers', 'rootOnly'],
  admin: ['signedIn', 'staff', 'managers'],
  employee: ['signedIn', 'staff'],
}

const calls: Record<Group, { readonly [Area in keyof Api]?: string }> = {
  anyone: {
    auth: 'signIn requestReset checkLink setPassword',
    secondStep: 'signIn',
    factsheets: 'details {type}Tags artQr',
    documents: '{type}{paper}',
    media: 'image thumbnail medium earlier recording',
    events: 'upcoming',
    operations: 'health ready settings openApi',
  },
  signedIn: {
    auth: 'signOut changePassword sessions endSession endOtherSessions',
    secondStep:
      'state offerCode confirmCode removeCode renewRecoveryCodes offerPasskey addPasskey removePasskey',
    tasks: 'mail setMail',
    home: 'read',
    search: 'everything',
    operations: 'about',
    diagnostics: 'clientError',
  },
  staff: {
    search: 'items code',
    inventory:
      '{collection} {collection}Archived {collection}Columns {type}Tags {type}Csv details ' +
      'add saveInfo saveTags saveTexts setPublic setChecked setArchived',
    views: 'list add save remove restore',
    attributes: 'list suggestions',
    media: 'uploadImage addPicture savePictures uploadRecording',
    imports: 'upload{Type} changeMany list undo',
    factsheets: 'preview previewQr',
    documents:
      'preview {type}{paper}s {type}{paper}sProgress chosen{Type}{paper}s chosen{Type}{paper}sProgress',
    papers: 'labels placeLabels',
    loans: 'objectId eodem conditionReport',
    assistant: 'translator draftAlt translate',
    comments: 'all ofItem add edit setTask setDone remove deleted restore readNotices',
    conditions: 'ofItem add addPhoto edit setRemoved makeTask',
    tasks: 'people',
    history: 'of undo restore',
    places: 'list contents movements whereabouts away expectBack move',
    stocktake: 'list read facts send',
    events: 'list save',
    diagnostics: 'testError testSqlError testLog',
  },
  managers: {
    users: 'list read create update remove',
    auth: 'sendPasswordLink',
    secondStep: 'ofUser reset',
    journal: 'list add change remove deleted restore mentions tags addTag removeTag',
    assistant: 'ask abilities summarize correct instructions report',
    papers: 'report',
    history: 'all',
    questions: 'list info items csv dismiss markAnswered',
    attributes: 'history add save move retire',
    museums: 'list save',
    places: 'add save',
    stocktake: 'open result decide undo close reopen report',
  },
  rootOnly: {
    inventory: 'remove',
    audit: 'list people',
    operations: 'externalTools',
  },
}

const openScreens: Record<Group, string> = {
  anyone: '/login /forgot-password /set-password/:token',
  signedIn: '/ /change-password /help /about',
  staff:
    '/inventory/{type} /inventory-detail/:id /places /places/:id /scan /comments /stocktake /stocktake/:id /cms ' +
    '/api-reference /test-error',
  managers:
    '/journal /report /questions /assistant /attributes /museums /employees /employees/new /employees/edit/:id /changes',
  rootOnly: '/audit',
}

const menuEntries: Partial<Record<Group, string>> = {
  signedIn: '/ /change-password',
  staff: '/inventory/{type} /places /comments /stocktake /cms',
  managers: '/attributes /museums /employees',
  rootOnly: '/journal /report /questions /assistant',
}

const tiles: Partial<Record<Group, string>> = {
  staff: '/inventory/{type} /comments /cms',
  rootOnly: '/journal /report',
}

/** The group of each listed call or screen. */
const groupByName = (
  namesByGroup: readonly (readonly [group: string, names: string | undefined])[],
) =>
  Object.fromEntries(
    namesByGroup.flatMap(([group, names]) =>
      (names?.split(' ') ?? []).flatMap((name) =>
        itemTypes.map((type) => [fillTemplate(name, type), group]),
      ),
    ),
  )

const groupOf = (access: Access): string =>
  Object.entries(groups).find(([, group]) => group === access)?.[0] ?? `no group: ${access}`

test('each role belongs to exactly its groups', () => {
  const belongsTo = (role: Role) =>
    Object.entries(groups).filter(([, group]) => group !== anyone && group.includes(role))
  expect(
    Object.fromEntries(roles.map((role) => [role, belongsTo(role).map(([name]) => name)])),
  ).toEqual(groupsOfRoles)
})

test.for(Object.keys(api) as (keyof Api)[])('calls of %s are open to the listed groups', (area) => {
  const own: Record<string, Call> = api[area]
  const expected = groupByName(Object.entries(calls).map(([group, names]) => [group, names[area]]))
  expect(
    Object.fromEntries(Object.entries(own).map(([name, { access }]) => [name, groupOf(access)])),
  ).toEqual(expected)
})

test.for([
  { what: 'screen', expected: openScreens, accessOf: ({ access }: Screen) => access },
  { what: 'menu entry', expected: menuEntries, accessOf: ({ menu }: Screen) => menu?.for },
  { what: 'tile', expected: tiles, accessOf: ({ tile }: Screen) => tile?.for },
])('each $what is for its group of roles', ({ expected, accessOf }) => {
  const shown = Object.entries<Screen>(screens).flatMap(([path, screen]) => {
    const access = accessOf(screen)
    return access === undefined ? [] : [[path, groupOf(access)]]
  })
  expect(Object.fromEntries(shown)).toEqual(groupByName(Object.entries(expected)))
})
