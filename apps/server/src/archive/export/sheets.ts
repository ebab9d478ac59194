import {
  csvFile,
  eventLanguages,
  eventTextFields,
  itemTypes,
  languageNames,
  textColumns,
  textLanguages,
} from '@vitrine/contract'
import { itemPages } from '../../db/items.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { csvColumnsOf, csvValuesOf } from '../../features/inventory/index.ts'
import { exportStore } from './store.ts'

type Cell = string | number | null
type Sheet = AsyncGenerator<readonly (readonly Cell[])[]>

/** Rows as a CSV file, in pieces: only the first has the mark that spreadsheets look for. */
export async function* csvOf(sheet: Sheet): AsyncGenerator<string> {
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
  const columns = await csvColumnsOf(db, type)
  const others = columns.headings.filter((heading) => !textColumns.some((column) => column === heading))
  yield [
    [
      'id',
      'identifier',
      'name',
      'description',
      'public',
      'archived',
      'created',
      'changed',
      'picture',
      'recording',
      ...others,
    ],
  ]
  for await (const items of itemPages(db, type)) {
    yield items.map(({ row, item }) => {
      const values = csvValuesOf(item.state, columns)
      return [
        row.id,
        row.identifier,
        row.name,
        row.description,
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
export async function* pictureSheet(db: Db, fileOf: (itemId: number, mediaId: number) => string): Sheet {
  const alts = textLanguages.map((lang) => `alternative text in ${languageNames[lang]}`)
  yield [['item', 'identifier', 'number', 'file', 'kind', 'credit', 'licence', 'public', ...alts]]
  for (const type of itemTypes) {
    for await (const items of itemPages(db, type)) {
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

export async function* commentSheet(db: Db): Sheet {
  const heading = ['id', 'item', 'identifier', 'comment', 'created', 'first name', 'last name']
  yield [[...heading, 'reply to', 'task', 'due', 'assigned to', 'done']]
  const rows = await exportStore(db).comments()
  yield rows.map((row) => [
    row.id,
    row.item_id,
    row.identifier,
    row.comment,
    row.created_at,
    row.first_name,
    row.last_name,
    row.parent_id ?? '',
    row.task === 0 ? '' : row.done_at === null ? 'open' : 'done',
    row.due,
    row.assignee_id ?? '',
    row.done_at ?? '',
  ])
}

export async function* journalSheet(db: Db): Sheet {
  yield [['id', 'date', 'comment', 'tags', 'created', 'first name', 'last name', 'changed', 'changed by']]
  const { entries, tags } = await exportStore(db).journal()
  const tagsOf = Map.groupBy(tags, (tag) => tag.entry_id)
  yield entries.map((row) => [
    row.id,
    row.date,
    row.comment,
    (tagsOf.get(row.id) ?? []).map((tag) => tag.name).join('; '),
    row.created_at,
    row.first_name,
    row.last_name,
    row.changed_at,
    row.changed_by,
  ])
}

export async function* eventSheet(db: Db): Sheet {
  const texts = eventLanguages.map((language) => languageNames[language])
  yield [['id', 'date', 'from that day on', 'last day', 'time', 'time is shown', 'active', ...texts]]
  const rows = await exportStore(db).events()
  yield rows.map((row) => [
    row.id,
    row.date,
    yesNo(row.start),
    row.last_day,
    row.time,
    yesNo(row.show_time),
    yesNo(row.active),
    ...eventTextFields.map((field) => row[field]),
  ])
}

export async function* userSheet(db: Db): Sheet {
  yield [['id', 'first name', 'last name', 'e-mail', 'phone', 'gender', 'role', 'created']]
  const rows = await exportStore(db).users()
  yield rows.map((row) => [
    row.id,
    row.first_name,
    row.last_name,
    row.email,
    row.phone,
    row.gender,
    row.role,
    row.created_at,
  ])
}
