import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import {
  api,
  createEmptyState,
  eventFields,
  inventoryTypes,
  isRoleAllowed,
  itemTypes,
  journalFields,
  museumFields,
  museumStateField,
  museumTextField,
  museumTopics,
  placeAttributeKey,
  textLanguages,
  toDay,
} from '@vitrine/contract'
import { createImageProcessor, createLibvipsRunner } from '../adapters/images/libvips.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { type Clock, days, instant } from '../base/clock.ts'
import { OperatorError } from '../base/operator-error.ts'
import type { Config } from '../config/config.ts'
import { isUniqueViolation } from '../db/errors.ts'
import type { Db, Tx } from '../db/tables.ts'
import { attributeCatalogue, attributeStore } from '../features/attributes/index.ts'
import { hashPassword } from '../features/auth/index.ts'
import { commentStore, noticeService } from '../features/comments/index.ts'
import { addConditionChecks, conditionStore } from '../features/conditions/index.ts'
import { eventStore } from '../features/events/index.ts'
import { createVisitorItemReader } from '../features/factsheets/index.ts'
import { type ItemWrite, itemReader, itemStore, writeItems } from '../features/items/index.ts'
import { journalStore } from '../features/journal/index.ts'
import { type MediaUploadService, mediaUploadService } from '../features/media/index.ts'
import { museumStore } from '../features/museums/index.ts'
import { placeStore } from '../features/places/index.ts'
import { pageAnswererFinder, questionRecorder } from '../features/questions/index.ts'
import { userStore } from '../features/users/index.ts'
import { type Actor, getAuthorName } from '../http/access.ts'
import type { Upload } from '../http/upload.ts'
import { emptyItem, type ItemState, type StatePicture } from '../items/item.ts'
import { lockRevisions, updateProjections } from '../projections/index.ts'

type DemoPackage = typeof import('@vitrine/demo')
type Demo = ReturnType<DemoPackage['readDemo']>
type DemoItem = Demo['items'][number]
type DemoPicture = DemoItem['pictures'][number]
type DemoFile = DemoPicture['file']

/** Loaded on demand: the production image does not contain it. */
export async function loadDemo(): Promise<DemoPackage> {
  try {
    return await import('@vitrine/demo')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new OperatorError(
      'The demo is not part of this installation. Set SEED=none to start with an empty database, or run Vitrine from its sources.',
      { cause: error },
    )
  }
}

/** Fills an empty database, all or nothing; returns false when it was not empty. */
export async function seedDemo(
  config: Pick<Config, 'media' | 'seedMedia'>,
  db: Db,
  clock: Clock,
): Promise<boolean> {
  if (!(await userStore(db).isEmpty())) return false
  const { readDemo, demoAccounts } = await loadDemo()
  const passwordHash = await hashPassword(demoAccounts.password)
  const media = config.seedMedia ? await openMediaStore(config.media) : null
  const images = createImageProcessor(createLibvipsRunner())
  try {
    return await db.transaction().execute(async (tx) => {
      // Checked again inside the transaction: another process may have been faster.
      if (!(await userStore(tx).isEmpty())) return false
      // The sizes of 114 pictures take minutes of CPU: each is rendered on demand.
      const mediaUploads =
        media && mediaUploadService({ db: tx, clock, media, images, eagerSizes: [] })
      const demo = readDemo(clock.now())
      await seedParts({ tx, clock, demo, now: instant(clock), passwordHash, mediaUploads })
      return true
    })
  } catch (error) {
    // Two processes that start at once both find the database empty. PostgreSQL makes the second
    // wait, and its users then violate a unique index.
    if (isUniqueViolation(error)) return false
    throw error
  }
}

const firstVersion = 1

interface SeedContext {
  readonly tx: Tx
  readonly clock: Clock
  readonly demo: Demo
  readonly now: string
  readonly passwordHash: string
  /** Null to seed without pictures and recordings. */
  readonly mediaUploads: MediaUploadService | null
}

async function seedParts(context: SeedContext): Promise<void> {
  await lockRevisions(context.tx)
  const staff = await seedUsers(context)
  await seedGlossary(context)
  await seedPlaces(context)
  const itemIds = await seedItems(context, staff)
  await seedRevisions(context, staff, itemIds)
  await seedComments(context, staff, itemIds)
  await seedReadNotices(context, staff)
  await seedConditions(context, staff, itemIds)
  await seedJournal(context, staff)
  await seedEvents(context)
  await seedMuseums(context)
  await seedQuestions(context, itemIds)
}

async function seedUsers({ tx, demo, now, passwordHash }: SeedContext): Promise<Actor[]> {
  const store = userStore(tx)
  const staff: Actor[] = []
  for (const { canSignIn, ...user } of demo.users) {
    const { id } = await store.add(user, now)
    if (canSignIn) await store.setPassword(id, passwordHash)
    // The accounts act in no session.
    staff.push({ ...user, userId: id, sessionId: 0, address: '' })
  }
  return staff
}

async function seedItems(
  { tx, demo, now, mediaUploads }: SeedContext,
  staff: readonly Actor[],
): Promise<Map<string, number>> {
  const root = staff.find(({ role }) => role === 'root')
  if (!root) throw new Error('The demo has no root.')
  const writes: ItemWrite[] = []
  // Older than the oldest comment on an item.
  const createdAt = new Date(Date.parse(now) - days(400)).toISOString()
  for (const type of itemTypes) {
    const items = demo.items.filter((item) => item.type === type)
    let nextId = await itemStore(tx).reserveIds(type, items.length)
    for (const item of items) {
      const after = await toItemState(item, mediaUploads)
      writes.push({ item: { id: nextId++, type }, kind: 'created', before: null, after })
    }
  }
  await writeItems(tx, writes, { actor: root, at: createdAt })
  return new Map(writes.map(({ item, after }) => [after?.identifier ?? '', item.id]))
}

/** The state of an item before its later revision, with its media stored. */
async function toItemState(
  { pictures, recording, revision, ...item }: DemoItem,
  mediaUploads: MediaUploadService | null,
): Promise<ItemState> {
  const { identifier, name, description, language, note, texts, tags } = item
  const state = {
    ...emptyItem,
    identifier,
    name,
    description,
    language,
    note,
    texts,
    tags,
    typedPlace: tags[placeAttributeKey],
    ...revision?.earlier,
  }
  if (!mediaUploads) return { ...state, pictures: [], recordingId: null }

  const storedPictures = await addPictures(mediaUploads, pictures)
  const storedRecording =
    recording && (await mediaUploads.storeRecording(await toUpload(recording)))
  return {
    ...state,
    pictures: storedPictures,
    recordingId: storedRecording?.id ?? null,
  }
}

async function seedPlaces({ tx, demo, now }: SeedContext): Promise<void> {
  const idByCode = new Map<string | undefined, number>()
  for (const { code, name, kind, in: parentCode } of demo.places) {
    const place = {
      code,
      name,
      kind,
      parent_id: idByCode.get(parentCode) ?? null,
      note: '',
      archived: false,
    }
    idByCode.set(code, await placeStore(tx).write(null, place, firstVersion, now))
  }
}

async function addPictures(
  mediaUploads: MediaUploadService,
  pictures: readonly DemoPicture[],
): Promise<StatePicture[]> {
  const added: StatePicture[] = []
  for (const { file, words } of pictures)
    added.push({ ...words, mediaId: (await mediaUploads.storePicture(await toUpload(file))).id })
  return added
}

/** Corrects some originals, and not all of their translations. */
async function seedRevisions(
  { tx, demo }: SeedContext,
  staff: readonly Actor[],
  itemIds: ReadonlyMap<string, number>,
) {
  for (const { identifier, revision, description, texts } of demo.items) {
    if (!revision) continue
    const before = await itemStore(tx).lock(getItemId(itemIds, identifier))
    if (!before) throw new Error(`The demo has no ${identifier}.`)
    const write = {
      item: before,
      kind: 'info',
      before,
      after: { ...before.state, description, texts },
    } as const
    await writeItems(tx, [write], { actor: getStaffMember(staff, revision.by), at: revision.at })
  }
}

/** Adds translations of attribute values for visitors. */
async function seedGlossary({ tx, demo }: SeedContext): Promise<void> {
  const store = attributeStore(tx)
  for (const { id, tag_key } of await store.all()) {
    const glossary = demo.glossary[tag_key]
    if (glossary) await store.change(id, { glossary: JSON.stringify(glossary) })
  }
}

function getItemId(itemIds: ReadonlyMap<string, number>, identifier: string): number {
  const id = itemIds.get(identifier)
  if (id === undefined) throw new Error(`The demo has no ${identifier}.`)
  return id
}

function getStaffMember(staff: readonly Actor[], name: string): Actor {
  const member = staff.find(({ firstName }) => firstName === name)
  if (!member) throw new Error(`The demo has no ${name}.`)
  return member
}

const toUpload = async (file: DemoFile): Promise<Upload> => ({
  ...file,
  bytes: (await stat(file.path)).size,
})

async function seedComments(
  { tx, demo }: SeedContext,
  staff: readonly Actor[],
  itemIds: ReadonlyMap<string, number>,
): Promise<void> {
  const store = commentStore(tx)
  const getMember = (name: string) => getStaffMember(staff, name)
  let parentId: number | null = null
  for (const { identifier, by, text, at, isReply, task } of demo.comments) {
    const itemId = getItemId(itemIds, identifier)
    const assignee = task?.for === undefined ? undefined : getMember(task.for)
    const { id }: { id: number } = await store.add({
      itemId,
      comment: text,
      author: getMember(by),
      at,
      ...(isReply && { parentId }),
      ...(task && { task: { assigneeId: assignee?.userId, due: task.due } }),
    })
    if (task?.done) {
      const state = {
        comment: text,
        task: true,
        done: true,
        assigneeId: assignee?.userId ?? null,
        due: task.due,
      }
      const completion = {
        done_at: task.done.at,
        done_by: getAuthorName(getMember(task.done.by)),
        edited_at: null,
        assigned_at: null,
        assigned_by: null,
      }
      await store.update(
        id,
        { ...state, assignee: assignee ? getAuthorName(assignee) : '' },
        completion,
      )
    }
    parentId = id
  }
}

const unreadDays = 14

/** Marks notices as read that are older than two weeks. */
async function seedReadNotices({ tx, clock }: SeedContext, staff: readonly Actor[]): Promise<void> {
  const notices = noticeService(tx, clock)
  const unreadSince = instant(clock, -days(unreadDays))
  for (const { userId } of staff) {
    const oldNotices = (await notices.listUnread(userId)).filter(({ at }) => at < unreadSince)
    const ids = oldNotices.map(({ comment }) => comment.id)
    if (ids.length > 0) await notices.markRead(userId, ids)
  }
}

async function seedConditions(
  { tx, demo, mediaUploads }: SeedContext,
  staff: readonly Actor[],
  itemIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { identifier, by, state, occasion, text: remark, at, photos } of demo.conditions) {
    const itemId = getItemId(itemIds, identifier)
    const author = getStaffMember(staff, by)
    const key = randomUUID()
    for (const photo of photos) {
      if (!mediaUploads) continue
      const { id } = await mediaUploads.storePicture(await toUpload(photo))
      await conditionStore(tx).addPhoto({ item_id: itemId, check_key: key, media_id: id })
    }
    const check = { key, itemId, state, occasion, remark, day: toDay(new Date(at)), author, at }
    await addConditionChecks(tx, [check], { actor: author, at })
  }
}

/**
 * Attributes French entries to the first user who may write, and shares the German ones among the
 * others.
 */
async function seedJournal({ tx, demo }: SeedContext, staff: readonly Actor[]): Promise<void> {
  const store = journalStore(tx)
  const tagIds = new Map<string, number>()
  for (const name of demo.journal.tags) tagIds.set(name, (await store.addTag(name)).id)
  const [frenchWriter, ...germanWriters] = staff.filter(({ role }) =>
    isRoleAllowed(api.journal.add.access, role),
  )
  for (const [index, { language, createdAt, ...entry }] of demo.journal.entries.entries()) {
    const germanWriter = germanWriters[index % germanWriters.length]
    const writer = language === 'fr' ? frenchWriter : (germanWriter ?? frenchWriter)
    if (!writer) throw new Error('The demo has nobody who may write in the journal.')
    const tags = entry.tags.flatMap((name) => tagIds.get(name) ?? [])
    const { id } = await store.add(
      writer,
      { ...createEmptyState(journalFields), ...entry, tags },
      createdAt,
    )
    await store.setTags(id, tags)
    await updateProjections(tx, 'journal', [id])
  }
}

async function seedEvents({ tx, demo, now }: SeedContext): Promise<void> {
  const store = eventStore(tx)
  for (const { date, lastDay, time, start, inactive, fr, de, en } of demo.events) {
    const event = {
      ...createEmptyState(eventFields),
      date,
      start,
      last_day: lastDay,
      time,
      show_time: time !== '',
      text_fr: fr,
      text_de: de,
      text_en: en,
      active: !inactive,
    }
    await store.add(event, now)
  }
}

async function seedMuseums({ tx, demo, now }: SeedContext): Promise<void> {
  for (const type of itemTypes) {
    const museum = demo.museums[type]
    if (!museum) continue
    const { email, telephone } = museum
    const texts = textLanguages.flatMap((language) => [
      [museumStateField(language), 'checked'],
      ...museumTopics.map((topic) => [museumTextField(topic, language), museum[language][topic]]),
    ])
    const state = {
      ...createEmptyState(museumFields),
      email,
      telephone,
      ...Object.fromEntries(texts),
    }
    await museumStore(tx).write(inventoryTypes[type].id, state, firstVersion, now)
  }
}

/** Records visitors' questions as the guide answers them. */
async function seedQuestions(
  { tx, demo }: SeedContext,
  itemIds: ReadonlyMap<string, number>,
): Promise<void> {
  const findPageAnswerer = pageAnswererFinder(
    createVisitorItemReader(itemReader({ db: tx }), attributeCatalogue({ db: tx })),
  )
  const typeByIdentifier = new Map(demo.items.map(({ identifier, type }) => [identifier, type]))
  for (const { identifier, language, question, at } of demo.questions) {
    const itemId = getItemId(itemIds, identifier)
    const type = typeByIdentifier.get(identifier)
    const answerQuestion = type && (await findPageAnswerer(type, itemId, language))
    if (!answerQuestion) continue

    const { kind } = answerQuestion(question)
    await questionRecorder(tx, { now: () => at }).record({ itemId, language, question, kind })
  }
}
