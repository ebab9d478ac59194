import { inventoryTypes, itemTypes, toDay } from '@vitrine/contract'
import { productVersion } from '../base/version.ts'

const collectionNames = itemTypes.map((type) => inventoryTypes[type].many)
const itemTables = collectionNames.map((name) => `${name}.csv`).join(', ')
const titleUnderline = '='.repeat(30)
// Where the second column of a list begins.
const nameWidth = 24

export const renderExportReadme = (
  exportedAt: Date,
): string => `The collection as of ${toDay(exportedAt)}
${titleUnderline}

Everything stored in Vitrine (version ${productVersion}), in formats that can be read without Vitrine.

Tables for any spreadsheet program (CSV: UTF-8, commas, quotes where needed):
  ${itemTables.padEnd(nameWidth)} items, with a column for each attribute;
                           "picture" (the first one) and "recording" name files in the folder media;
                           these tables can be uploaded to Vitrine unchanged
  pictures.csv             pictures of items, with kind, credit, licence and alternative texts
  comments.csv             comments on items; "item" is the id of the item, "reply to" that of the
                           comment answered, "assigned to" that of a user
  conditions.csv           condition checks of items; "photos" names files in the folder media
  journal.csv              journal entries with their tags
  events.csv               save-the-date events; their texts are HTML
  places.csv               places of items; "path" includes the places around them
  movements.csv            movements of items between places, with days, reasons and remarks
  stocktakes.csv           what was recorded in each stocktake
  questions.csv            questions of visitors in the last 180 days
  users.csv                users, without passwords
A cell that looks like a formula begins with an apostrophe, so that no spreadsheet program runs it.

media/      pictures and recordings as uploaded, including the location and camera stored in them
  ${collectionNames.join(', ').padEnd(nameWidth)} named by identifier, name and (id) of the item; further pictures are numbered
  earlier                  files that no item shows any more, but to which the history refers

json/       the same for programs, one file per table, including recently deleted records
  change.json              the history: each change of an item, entry, event or attribute, with the
                           complete state before and after; "subject" and "subject_id" name the record
  item_tag.json            attributes of items
  tag_definition.json      definitions of attributes: order, kind, unit, audience, labels by language
  media.json               "name" is the SHA-256 of the file; items refer to "id"
  museum.json              information for visitors of each museum: hours, tickets, access, contact
  place.json               places of items; "parent_id" is the place around
  movement.json            movements of items: "day" is when they took place, "at" when they were
                           recorded; "to_path" has the ids of the places around
  stocktake_fact.json      records of stocktakes; stocktake_expected.json lists the expected items
  visitor_question.json    questions of visitors in the last 180 days, by day, item and language
  audit_entry.json         sign-ins, and changes of users

Times are UTC (ISO 8601), days are written YYYY-MM-DD; 1 means yes and 0 means no.
`
