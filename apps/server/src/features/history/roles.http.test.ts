// @module-tag sqlite

import { api, type HistorySubject, historySubjects, isRoleAllowed, roles } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { createMuseumTexts } from '../../../test/examples.ts'
import { listChanges, restoreChange, undoChange } from '../../../test/history.ts'
import { addItem, addPlace, newItem, newPlace, plainAttribute } from '../../../test/inventory.ts'
import { test } from '../../../test/server.ts'

/**
 * Creates each subject and changes it twice, as root unless only its author may change it; the
 * compiler demands an entry for each.
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
    const entry = (comment: string) => ({ comment, date: '2026-05-31', tags: [] })
    const { id } = await root.call(api.journal.add, { body: entry('One') })
    for (const text of ['Two', 'Three'])
      await root.call(api.journal.change, { params: { id }, body: entry(text) })
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
    let id = 0
    for (const telephone of ['1', '2', crypto.randomUUID()])
      id = (
        await root.call(api.museums.save, {
          body: { type: 'art', museum: { ...createMuseumTexts(), telephone } },
        })
      ).id
    return id
  },
  async place(root) {
    const { id, code } = await addPlace(root, 'One')
    for (const name of ['Two', 'Three'])
      await root.call(api.places.save, { body: { id, place: newPlace(name, { code }) } })
    return id
  },
}

const cases = (Object.keys(createAndChange) as HistorySubject[]).flatMap((subject) =>
  roles.map((role) => ({ subject, role })),
)

/** What a page allows to do about each change. */
const listActions = (changes: Awaited<ReturnType<typeof listChanges>>) =>
  changes.flatMap(({ state, restorable, fields }) => [
    ...(state === 'undoable' ? ['undo'] : []),
    ...(restorable ? ['restore'] : []),
    ...(fields.some(({ path }) => path) ? ['restore a value'] : []),
  ])

test.for(cases)(
  '$role and the history of a changed $subject',
  async ({ subject, role }, { server, root }) => {
    const client = await server.signIn(role)
    const may = (what: 'read' | 'revert') => isRoleAllowed(historySubjects[subject][what], role)
    const id = await createAndChange[subject](root, client)
    const before = await listChanges(root, subject, id)
    const [newest] = before
    const path = newest?.fields.find((field) => field.path)?.path
    expect(path).toBeDefined()

    if (!may('read'))
      await expect(listChanges(client, subject, id)).rejects.toMatchObject({ status: 403 })
    else if (!may('revert')) expect(listActions(await listChanges(client, subject, id))).toEqual([])
    else
      expect(new Set(listActions(await listChanges(client, subject, id)))).toEqual(
        new Set(['undo', 'restore', 'restore a value']),
      )

    const attempts = [
      () => undoChange(client, subject, id, newest),
      () => restoreChange(client, subject, id, before[1]),
      () => restoreChange(client, subject, id, newest, { path }),
    ]
    if (!may('revert')) {
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 403 })
      expect(await listChanges(root, subject, id)).toEqual(before)
      return
    }
    await attempts[0]?.()
    const [reverted] = await listChanges(root, subject, id)
    expect(reverted).toMatchObject({ kind: 'undone' })
  },
)
