// @module-tag sqlite

import {
  api,
  type Change,
  type HistorySubject,
  historySubjects,
  isRoleAllowed,
  type Role,
  roles,
} from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { createMuseumTexts } from '../../../test/examples.ts'
import { listChanges, restoreChange, undoChange } from '../../../test/history.ts'
import { addItem, addPlace, newItem, newPlace, plainAttribute } from '../../../test/inventory.ts'
import { test } from '../../../test/server.ts'

/**
 * Creates a record of each kind and changes it twice; returns its id. Records are made by root,
 * unless only their author may change them.
 */
const createAndChange: Record<HistorySubject, (root: Client, author: Client) => Promise<number>> = {
  async item(root) {
    const item = newItem()
    const itemId = await addItem(root, item)
    for (const name of ['Two', 'Three'])
      await root.call(api.inventory.saveInfo, { body: { itemId, data: { ...item, name } } })
    return itemId
  },
  async event(root) {
    const text_en = crypto.randomUUID()
    let saved = {}
    for (const date of ['2099-05-30', '2099-05-31', '2099-06-01']) {
      const { events } = await root.call(api.events.save, {
        body: { events: [{ ...saved, date, text_en }] },
      })
      saved = events.find((event) => event.text_en === text_en) ?? {}
    }
    return 'id' in saved ? Number(saved.id) : 0
  },
  async journal(root) {
    const newEntry = (comment: string) => ({ comment, date: '2026-05-31', tags: [] })
    const { id } = await root.call(api.journal.add, { body: newEntry('One') })
    for (const text of ['Two', 'Three'])
      await root.call(api.journal.change, { params: { id }, body: newEntry(text) })
    return id
  },
  async comment(root) {
    const { id: commentId } = await root.call(api.comments.add, {
      body: { itemId: await addItem(root), comment: 'One' },
    })
    for (const due of ['2099-05-30', '2099-05-31'])
      await root.call(api.comments.setTask, { body: { commentId, task: { due } } })
    return commentId
  },
  async condition(_root, author) {
    const check = { state: 'good', occasion: 'inspection', day: '2026-05-31' } as const
    const { id } = await author.call(api.conditions.add, {
      body: { ...check, itemId: await addItem(author), remark: 'One' },
    })
    for (const [index, remark] of ['Two', 'Three'].entries())
      await author.call(api.conditions.edit, { body: { ...check, id, version: index + 1, remark } })
    return id
  },
  async attribute(root) {
    const tag_key = `k${crypto.randomUUID().replaceAll('-', '')}`
    const { id } = await root.call(api.attributes.add, {
      body: { type: 'art', tag_key, attribute: plainAttribute },
    })
    for (const unit of ['mm', 'cm'])
      await root.call(api.attributes.save, { body: { id, attribute: { ...plainAttribute, unit } } })
    return id
  },
  async museum(root) {
    let museumId = 0
    for (const telephone of ['1', '2', crypto.randomUUID()]) {
      const museum = { ...createMuseumTexts(), telephone }
      const saved = await root.call(api.museums.save, { body: { type: 'art', museum } })
      museumId = saved.id
    }
    return museumId
  },
  async place(root) {
    const { id, code } = await addPlace(root, 'One')
    for (const name of ['Two', 'Three'])
      await root.call(api.places.save, { body: { id, place: newPlace(name, { code }) } })
    return id
  },
}

interface Access {
  readonly subject: HistorySubject
  readonly role: Role
}

const accesses: readonly Access[] = (Object.keys(createAndChange) as HistorySubject[]).flatMap(
  (subject) => roles.map((role) => ({ subject, role })),
)
const mayRead = ({ subject, role }: Access) => isRoleAllowed(historySubjects[subject].read, role)
const mayRevert = ({ subject, role }: Access) =>
  isRoleAllowed(historySubjects[subject].revert, role)

/** Lists the ways in which a page of a history offers to revert its changes. */
const listOfferedReverts = (changes: readonly Change[]): Set<string> => {
  const offered = new Set<string>()
  for (const { state, restorable, fields } of changes) {
    if (state === 'undoable') offered.add('undo')
    if (restorable) offered.add('restore')
    if (fields.some(({ path }) => path)) offered.add('restore a value')
  }
  return offered
}

/** Tries to revert the newest change in every way. */
const attemptReverts = (client: Client, subject: HistorySubject, id: number, newest: Change) =>
  Promise.allSettled([
    undoChange(client, subject, id, newest),
    restoreChange(client, subject, id, newest),
    restoreChange(client, subject, id, newest, {
      path: newest.fields.find(({ path }) => path)?.path,
    }),
  ])

const refused = { status: 'rejected', reason: expect.objectContaining({ status: 403 }) }

/** Creates and changes a record; returns it with its newest change as root sees it. */
async function createChangedRecord(subject: HistorySubject, root: Client, client: Client) {
  const id = await createAndChange[subject](root, client)
  const changes = await listChanges(root, subject, id)
  const [newest] = changes
  if (!newest) throw new Error(`the ${subject} has no history`)
  return { id, changes, newest }
}

test.for(accesses.filter(mayRevert))(
  'offers $role every way to revert $subject changes, and undoes one',
  async ({ subject, role }, { server, root }) => {
    const client = await server.signIn(role)
    const { id, newest } = await createChangedRecord(subject, root, client)
    const offered = listOfferedReverts(await listChanges(client, subject, id))
    expect(offered).toEqual(new Set(['undo', 'restore', 'restore a value']))

    await undoChange(client, subject, id, newest)
    const [undone] = await listChanges(root, subject, id)
    expect(undone).toMatchObject({ kind: 'undone' })
  },
)

test.for(accesses.filter((access) => !mayRevert(access)))(
  'refuses $role to revert $subject changes, and offers no way to do so',
  async ({ subject, role }, { server, root }) => {
    const client = await server.signIn(role)
    const { id, changes, newest } = await createChangedRecord(subject, root, client)
    if (mayRead({ subject, role }))
      expect(listOfferedReverts(await listChanges(client, subject, id))).toEqual(new Set())

    const outcomes = await attemptReverts(client, subject, id, newest)
    expect(outcomes).toEqual([refused, refused, refused])
    expect(await listChanges(root, subject, id)).toEqual(changes)
  },
)

test.for(accesses.filter((access) => !mayRead(access)))(
  'refuses $role to read the $subject history',
  async ({ subject, role }, { server, root }) => {
    const client = await server.signIn(role)
    const { id } = await createChangedRecord(subject, root, client)
    await expect(listChanges(client, subject, id)).rejects.toMatchObject({ status: 403 })
  },
)
