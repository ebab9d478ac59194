import {
  type CommentState,
  commentFields,
  conditionFields,
  csvFieldsBeforeAttributes,
  eventFields,
  type Field,
  type Fields,
  itemTypes,
  journalFields,
  languageNames,
  movementReasons,
  type PlaceKind,
  type PlaceState,
  placeKinds,
  textLanguages,
  toCsvText,
} from '@vitrine/contract'
import type { Db, Tables } from '../db/tables.ts'
import { readCsvColumns, toCsvValues } from '../features/items/index.ts'
import { selectFacts } from '../features/stocktake/index.ts'
import { readPlaceTree } from '../items/places.ts'
import { readItemPages, selectItems } from '../items/reader.ts'

type Cell = string | number | null
/** The rows of a sheet in batches, the headings first. */
type Sheet = AsyncGenerator<readonly (readonly Cell[])[]>

/** Renders a sheet as CSV, in pieces. */
export async function* renderCsv(sheet: Sheet): AsyncGenerator<string> {
  let isFirst = true
  for await (const rows of sheet) {
    const cells = rows.map((row) => row.map((cell) => String(cell ?? '')))
    const text = toCsvText(cells, 'comma')
    // Each text begins with a byte order mark, which only the file as a whole needs.
    yield isFirst ? text : text.slice(1)
    isFirst = false
  }
}

/** Formats a flag of the database: 1 or 0. */
const formatFlag = (flag: number): string => (flag === 1 ? 'yes' : 'no')

/** Items of a type, with a column for each attribute. */
export async function* itemSheet(
  db: Db,
  type: Tables['item']['type'],
  findFile: (itemId: number, mediaId: number | null) => string,
): Sheet {
  const columns = await readCsvColumns(db, type)
  const attributeHeadings = columns.headings.slice(csvFieldsBeforeAttributes.length)
  yield [
    [
      'id',
      ...csvFieldsBeforeAttributes,
      'public',
      'archived',
      'created',
      'changed',
      'picture',
      'recording',
      ...attributeHeadings,
    ],
  ]
  for await (const items of readItemPages(db, type)) {
    yield items.map(({ row, item }) => {
      const values = toCsvValues(item.state, columns)
      return [
        row.id,
        ...csvFieldsBeforeAttributes.map((name) => item.state[name]),
        formatFlag(row.public),
        row.archived_at,
        row.created_at,
        row.updated_at,
        findFile(row.id, row.picture_id),
        findFile(row.id, row.recording_id),
        ...attributeHeadings.map((heading) => values.get(heading) ?? ''),
      ]
    })
  }
}

/** Every picture of every item, in the order of the item. */
export async function* pictureSheet(
  db: Db,
  findFile: (itemId: number, mediaId: number) => string,
): Sheet {
  const altHeadings = textLanguages.map((lang) => `alternative text in ${languageNames[lang]}`)
  yield [
    ['item', 'identifier', 'number', 'file', 'kind', 'credit', 'licence', 'public', ...altHeadings],
  ]
  for (const type of itemTypes) {
    for await (const items of readItemPages(db, type)) {
      yield items.flatMap(({ item: { id, state } }) =>
        state.pictures.map((picture, position) => [
          id,
          state.identifier,
          position + 1,
          findFile(id, picture.mediaId),
          picture.kind,
          picture.credit,
          picture.licence,
          picture.public ? 'yes' : 'no',
          ...textLanguages.map((lang) => picture.alt[lang]),
        ]),
      )
    }
  }
}

/** Functions that read the cells of a column, by heading. */
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Creates a sheet with a heading row and one row per record. */
async function* createSheet<Row>(columns: Columns<Row>, rows: readonly Row[]): Sheet {
  yield [Object.keys(columns)]
  const readers = Object.values(columns)
  yield rows.map((row) => readers.map((readCell) => readCell(row)))
}

/**
 * Creates a column for each field of a record that the contract describes. Unless `createReader`
 * says otherwise, a cell is the formatted value of the row under the field's name.
 */
const createColumns = <Row extends object>(
  fields: Fields,
  createReader = (name: string, field: Field) => (row: Row) =>
    formatCell(field, row[name as keyof Row]),
): Columns<Row> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      field.heading ?? field.label.toLowerCase(),
      createReader(name, field),
    ]),
  )

function formatCell({ kind, options }: Field, value: unknown): Cell {
  if (kind === 'flag') return formatFlag(Number(value))
  if (options) return options[String(value)] ?? String(value)
  return Array.isArray(value) ? value.join('; ') : String(value)
}

/** A row that a function of `exportStore` reads. */
type ExportRow<Name extends 'comments' | 'journal' | 'events' | 'users' | 'questions'> = Awaited<
  ReturnType<ReturnType<typeof exportStore>[Name]>
>[number]

/**
 * The fields of a comment do not say when a task was done or who is assigned, so its row is read.
 */
const commentCells: Record<keyof CommentState, (row: ExportRow<'comments'>) => Cell> = {
  comment: (row) => row.comment,
  task: ({ task, done_at }) => {
    if (task === 0) return ''
    return done_at === null ? 'open' : 'done'
  },
  due: (row) => row.due,
  assignee: (row) => row.assignee_id,
  assigneeId: (row) => row.assignee_id,
  done: (row) => row.done_at,
}

export const commentSheet = async (db: Db) =>
  createSheet<ExportRow<'comments'>>(
    {
      id: (row) => row.id,
      item: (row) => row.item_id,
      identifier: (row) => row.identifier,
      comment: commentCells.comment,
      created: (row) => row.created_at,
      'first name': (row) => row.first_name,
      'last name': (row) => row.last_name,
      'reply to': (row) => row.parent_id,
      ...createColumns(commentFields, (name) => commentCells[name as keyof CommentState]),
    },
    await exportStore(db).comments(),
  )

/** Condition checks of items, with the names of their photos' files. */
export const conditionSheet = async (
  db: Db,
  findFile: (itemId: number, mediaId: number) => string,
) => {
  const photosByCheckKey = Map.groupBy(
    await exportStore(db).conditionPhotos(),
    (photo) => photo.check_key,
  )
  const rows = (await exportStore(db).conditions()).map((row) => ({
    ...row,
    photos: (photosByCheckKey.get(row.key) ?? []).map(({ media_id }) =>
      findFile(row.item_id, media_id),
    ),
  }))
  return createSheet<(typeof rows)[number]>(
    {
      id: (row) => row.id,
      item: (row) => row.item_id,
      identifier: (row) => row.identifier,
      ...createColumns(conditionFields),
      created: (row) => row.created_at,
      'first name': (row) => row.first_name,
      'last name': (row) => row.last_name,
    },
    rows,
  )
}

export const journalSheet = async (db: Db) =>
  createSheet<ExportRow<'journal'>>(
    {
      id: (row) => row.id,
      ...createColumns(journalFields),
      created: (row) => row.created_at,
      'first name': (row) => row.first_name,
      'last name': (row) => row.last_name,
      changed: (row) => row.changed_at,
      'changed by': (row) => row.changed_by,
    },
    await exportStore(db).journal(),
  )

export const eventSheet = async (db: Db) =>
  createSheet<ExportRow<'events'>>(
    { id: (row) => row.id, ...createColumns(eventFields) },
    await exportStore(db).events(),
  )

export const userSheet = async (db: Db) =>
  createSheet<ExportRow<'users'>>(
    {
      id: (row) => row.id,
      'first name': (row) => row.first_name,
      'last name': (row) => row.last_name,
      'e-mail': (row) => row.email,
      phone: (row) => row.phone,
      gender: (row) => row.gender,
      role: (row) => row.role,
      created: (row) => row.created_at,
    },
    await exportStore(db).users(),
  )

export const placeSheet = async (db: Db) => {
  const places = await readPlaceTree(db)
  return createSheet<PlaceState & { readonly id: number }>(
    {
      id: (place) => place.id,
      path: (place) => places.pathOf(place.id),
      code: (place) => place.code,
      name: (place) => place.name,
      kind: (place) => placeKinds[place.kind as PlaceKind],
      note: (place) => place.note,
      archived: (place) => (place.archived ? 'yes' : 'no'),
    },
    places.all,
  )
}

/** Places are written with their path at the time of the export, not at that of the movement. */
export async function* movementSheet(db: Db): Sheet {
  const places = await readPlaceTree(db)
  yield [
    [
      'item',
      'identifier',
      'day',
      'from',
      'to',
      'reason',
      'remark',
      'expected back',
      'by',
      'recorded at',
    ],
  ]
  for await (const rows of readPages(
    (afterId) => exportStore(db).movements(afterId),
    ({ id }) => id,
  )) {
    yield rows.map((row) => [
      row.item_id,
      row.identifier,
      row.day,
      row.from_id && places.pathOf(row.from_id),
      row.to_id && places.pathOf(row.to_id),
      movementReasons[row.reason],
      row.remark,
      row.back_on,
      row.user_name,
      row.at,
    ])
  }
}

/** One row per recorded fact. */
export async function* stocktakeSheet(db: Db): Sheet {
  const places = await readPlaceTree(db)
  yield [
    [
      'stocktake',
      'closed',
      'item',
      'identifier',
      'code',
      'place',
      'condition',
      'remark',
      'seen',
      'by',
      'sent by',
      'late',
    ],
  ]
  for (const { id, name, closed_at } of await exportStore(db).stocktakes()) {
    for await (const rows of readPages(
      (afterNumber) => exportStore(db).facts(id, afterNumber),
      ({ number }) => number,
    )) {
      yield rows.map((row) => [
        name,
        closed_at,
        row.item_id,
        row.identifier,
        row.code,
        row.place_id && places.pathOf(row.place_id),
        row.condition,
        row.remark,
        row.seen_at,
        row.user_name,
        row.sent_by,
        formatFlag(row.late),
      ])
    }
  }
}

export const questionSheet = async (db: Db) =>
  createSheet<ExportRow<'questions'>>(
    {
      day: (row) => row.day,
      item: (row) => row.item_id,
      identifier: (row) => row.identifier,
      language: (row) => row.lang,
      question: (row) => row.question,
    },
    await exportStore(db).questions(),
  )

const rowsPerPage = 1_000

/** Reads rows in pages, each after the last key of the previous page. */
async function* readPages<Row>(
  readPage: (afterKey: number) => Promise<Row[]>,
  getKey: (row: Row) => number,
) {
  let afterKey = 0
  for (;;) {
    const rows = await readPage(afterKey)
    const lastRow = rows.at(-1)
    if (!lastRow) return
    yield rows
    afterKey = getKey(lastRow)
  }
}

/** Queries for the export; deleted records are left out. */
export const exportStore = (db: Db) => ({
  comments: () =>
    db
      .selectFrom('item_comment')
      .innerJoin(selectItems(db).as('item'), 'item.id', 'item_comment.item_id')
      .selectAll('item_comment')
      .select('item.identifier')
      .where('deleted_at', 'is', null)
      .orderBy('item_comment.id')
      .execute(),

  conditions: () =>
    db
      .selectFrom('condition_check')
      .innerJoin(selectItems(db).as('item'), 'item.id', 'condition_check.item_id')
      .selectAll('condition_check')
      .select('item.identifier')
      .where('deleted_at', 'is', null)
      .orderBy('condition_check.id')
      .execute(),

  conditionPhotos: () =>
    db.selectFrom('condition_photo').selectAll().where('removed', '=', 0).orderBy('id').execute(),

  /** Journal entries with the names of their tags. */
  async journal() {
    const entries = await db
      .selectFrom('journal_entry')
      .selectAll()
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    const tags = await db
      .selectFrom('journal_entry_tag')
      .innerJoin('journal_tag', 'journal_tag.id', 'journal_entry_tag.tag_id')
      .select(['entry_id', 'name'])
      .orderBy('name')
      .execute()
    const tagsByEntryId = Map.groupBy(tags, ({ entry_id }) => entry_id)
    return entries.map((row) => ({
      ...row,
      tags: (tagsByEntryId.get(row.id) ?? []).map(({ name }) => name),
    }))
  },

  events: () => db.selectFrom('event').selectAll().orderBy('date').orderBy('id').execute(),

  users: () => db.selectFrom('user_account').selectAll().orderBy('id').execute(),

  movements: (afterId: number) =>
    db
      .selectFrom('movement')
      .innerJoin(selectItems(db).as('item'), 'item.id', 'movement.item_id')
      .selectAll('movement')
      .select('item.identifier')
      .where('movement.id', '>', afterId)
      .orderBy('movement.id')
      .limit(rowsPerPage)
      .execute(),

  stocktakes: () => db.selectFrom('stocktake').selectAll().orderBy('id').execute(),

  facts: (stocktakeId: number, afterNumber: number) =>
    selectFacts(db)
      .leftJoin(selectItems(db).as('item'), 'item.id', 'fact.item_id')
      .select(['number', 'fact.item_id', 'code', 'fact.place_id', 'seen_at', 'user_name'])
      .select(['sent_by', 'late', 'item.identifier'])
      .where('stocktake_id', '=', stocktakeId)
      .where('number', '>', afterNumber)
      .orderBy('number')
      .limit(rowsPerPage)
      .execute(),

  questions: () =>
    db
      .selectFrom('visitor_question')
      .innerJoin(selectItems(db).as('item'), 'item.id', 'visitor_question.item_id')
      .selectAll('visitor_question')
      .select('item.identifier')
      .orderBy('visitor_question.id')
      .execute(),

  media: () => db.selectFrom('media').selectAll().orderBy('id').execute(),
})
