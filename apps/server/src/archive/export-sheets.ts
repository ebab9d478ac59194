import {
  type CommentState,
  columnsBeforeAttributes,
  commentFields,
  csvFile,
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
} from '@vitrine/contract'
import type { Db, Tables } from '../db/tables.ts'
import { readCsvColumns, toCsvValues } from '../features/items/index.ts'
import { readPlaces } from '../items/places.ts'
import { readItemPages, selectItems } from '../items/reader.ts'

type Cell = string | number | null
type Sheet = AsyncGenerator<readonly (readonly Cell[])[]>

/** Rows as a CSV file, in pieces: only the first has the mark that spreadsheets look for. */
export async function* renderCsv(sheet: Sheet): AsyncGenerator<string> {
  let first = true
  for await (const rows of sheet) {
    const text = csvFile(
      rows.map((row) => row.map((cell) => String(cell ?? ''))),
      'comma',
    )
    yield first ? text : text.slice(1)
    first = false
  }
}

const yesNo = (flag: number): string => (flag === 1 ? 'yes' : 'no')

/** Items of a type, an attribute in each column. */
export async function* itemSheet(
  db: Db,
  type: Tables['item']['type'],
  fileOf: (itemId: number, mediaId: number | null) => string,
): Sheet {
  const columns = await readCsvColumns(db, type)
  const others = columns.headings.slice(columnsBeforeAttributes.length)
  yield [
    [
      'id',
      ...columnsBeforeAttributes,
      'public',
      'archived',
      'created',
      'changed',
      'picture',
      'recording',
      ...others,
    ],
  ]
  for await (const items of readItemPages(db, type)) {
    yield items.map(({ row, item }) => {
      const values = toCsvValues(item.state, columns)
      return [
        row.id,
        ...columnsBeforeAttributes.map((name) => item.state[name]),
        yesNo(row.public),
        row.archived_at,
        row.created_at,
        row.updated_at,
        fileOf(row.id, row.picture_id),
        fileOf(row.id, row.recording_id),
        ...others.map((heading) => values.get(heading) ?? ''),
      ]
    })
  }
}

/** Every picture of every item, in their order. */
export async function* pictureSheet(
  db: Db,
  fileOf: (itemId: number, mediaId: number) => string,
): Sheet {
  const alts = textLanguages.map((lang) => `alternative text in ${languageNames[lang]}`)
  yield [['item', 'identifier', 'number', 'file', 'kind', 'credit', 'licence', 'public', ...alts]]
  for (const type of itemTypes) {
    for await (const items of readItemPages(db, type)) {
      yield items.flatMap(({ item: { id, state } }) =>
        state.pictures.map((picture, position) => [
          id,
          state.identifier,
          position + 1,
          fileOf(id, picture.mediaId),
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

/** The columns of a sheet by their headings. */
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

async function* sheetOf<Row>(columns: Columns<Row>, rows: readonly Row[]): Sheet {
  yield [Object.keys(columns)]
  const cells = Object.values(columns)
  yield rows.map((row) => cells.map((cell) => cell(row)))
}

/** A column for each field of a record, as the contract describes it. */
const columnsOf = <Row extends object>(
  fields: Fields,
  cellOf = (name: string, field: Field) => (row: Row) => plainCell(field, row[name as keyof Row]),
): Columns<Row> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      field.heading ?? field.label.toLowerCase(),
      cellOf(name, field),
    ]),
  )

const plainCell = ({ kind }: Field, value: unknown): Cell =>
  kind === 'flag' ? yesNo(Number(value)) : Array.isArray(value) ? value.join('; ') : String(value)

type ExportRow<Name extends 'comments' | 'journal' | 'events' | 'users' | 'questions'> = Awaited<
  ReturnType<ReturnType<typeof exportStore>[Name]>
>[number]

/** The row says more of a task than its fields: when it was done, and which user is to do it. */
const commentCells: Record<keyof CommentState, (row: ExportRow<'comments'>) => Cell> = {
  comment: (row) => row.comment,
  task: (row) => (row.task === 0 ? '' : row.done_at === null ? 'open' : 'done'),
  due: (row) => row.due,
  assignee: (row) => row.assignee_id,
  assigneeId: (row) => row.assignee_id,
  done: (row) => row.done_at,
}

export const commentSheet = async (db: Db) =>
  sheetOf<ExportRow<'comments'>>(
    {
      id: (row) => row.id,
      item: (row) => row.item_id,
      identifier: (row) => row.identifier,
      comment: commentCells.comment,
      created: (row) => row.created_at,
      'first name': (row) => row.first_name,
      'last name': (row) => row.last_name,
      'reply to': (row) => row.parent_id,
      ...columnsOf(commentFields, (name) => commentCells[name as keyof CommentState]),
    },
    await exportStore(db).comments(),
  )

export const journalSheet = async (db: Db) =>
  sheetOf<ExportRow<'journal'>>(
    {
      id: (row) => row.id,
      ...columnsOf(journalFields),
      created: (row) => row.created_at,
      'first name': (row) => row.first_name,
      'last name': (row) => row.last_name,
      changed: (row) => row.changed_at,
      'changed by': (row) => row.changed_by,
    },
    await exportStore(db).journal(),
  )

export const eventSheet = async (db: Db) =>
  sheetOf<ExportRow<'events'>>(
    { id: (row) => row.id, ...columnsOf(eventFields) },
    await exportStore(db).events(),
  )

export const userSheet = async (db: Db) =>
  sheetOf<ExportRow<'users'>>(
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
  const places = await readPlaces(db)
  return sheetOf<PlaceState & { readonly id: number }>(
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

/** Each movement names its places as they were called and nested at the time of the export. */
export async function* movementSheet(db: Db): Sheet {
  const places = await readPlaces(db)
  yield [['item', 'identifier', 'at', 'from', 'to', 'reason', 'expected back', 'by']]
  for await (const rows of pagesOf(
    (after) => exportStore(db).movements(after),
    ({ id }) => id,
  )) {
    yield rows.map((row) => [
      row.item_id,
      row.identifier,
      row.at,
      row.from_id && places.pathOf(row.from_id),
      row.to_id && places.pathOf(row.to_id),
      movementReasons[row.reason],
      row.back_on,
      row.user_name,
    ])
  }
}

/** A row for each fact that a stocktake recorded. */
export async function* stocktakeSheet(db: Db): Sheet {
  const places = await readPlaces(db)
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
    for await (const rows of pagesOf(
      (after) => exportStore(db).facts(id, after),
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
        yesNo(row.late),
      ])
    }
  }
}

export const questionSheet = async (db: Db) =>
  sheetOf<ExportRow<'questions'>>(
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

async function* pagesOf<Row>(read: (after: number) => Promise<Row[]>, keyOf: (row: Row) => number) {
  for (let after = 0; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = keyOf(last)
  }
}

/** The queries of the sheets of an export. */
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

  /** With the names of each entry's tags. */
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
    const tagsOf = Map.groupBy(tags, ({ entry_id }) => entry_id)
    return entries.map((row) => ({
      ...row,
      tags: (tagsOf.get(row.id) ?? []).map(({ name }) => name),
    }))
  },

  events: () => db.selectFrom('event').selectAll().orderBy('date').orderBy('id').execute(),

  users: () => db.selectFrom('user_account').selectAll().orderBy('id').execute(),

  movements: (after: number) =>
    db
      .selectFrom('movement')
      .innerJoin(selectItems(db).as('item'), 'item.id', 'movement.item_id')
      .selectAll('movement')
      .select('item.identifier')
      .where('movement.id', '>', after)
      .orderBy('movement.id')
      .limit(rowsPerPage)
      .execute(),

  stocktakes: () => db.selectFrom('stocktake').selectAll().orderBy('id').execute(),

  facts: (stocktakeId: number, after: number) =>
    db
      .selectFrom('stocktake_fact')
      .leftJoin(selectItems(db).as('item'), 'item.id', 'stocktake_fact.item_id')
      .selectAll('stocktake_fact')
      .select('item.identifier')
      .where('stocktake_id', '=', stocktakeId)
      .where('number', '>', after)
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
