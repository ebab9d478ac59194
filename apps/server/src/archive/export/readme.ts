import { dayOf, inventoryTypes, itemTypes, versionLabel } from '@vitrine/contract'

const collections = itemTypes.map((type) => inventoryTypes[type].many)
const tables = collections.map((name) => `${name}.csv`).join(', ')

/** Explains the files to a reader who does not know Vitrine. */
export const readme = (at: Date): string => `The collection as of ${dayOf(at)}
${'='.repeat(30)}

Everything that was kept in Vitrine (${versionLabel}), in formats that need no Vitrine to read.

Tables, for any spreadsheet (CSV: UTF-8, commas, quotes where needed):
  ${tables.padEnd(24)} the items, with a column for each attribute;
                           "picture", the first one, and "recording" name files in the folder media;
                           artworks.csv can be uploaded in Vitrine as it is
  pictures.csv             every picture of an item, with its kind, credit, licence and alternative texts
  comments.csv             what people wrote about items; "item" is the id of the item,
                           "reply to" that of the comment answered, "assigned to" that of a user
  journal.csv              the journal, with its tags
  events.csv               save-the-date events; their texts are HTML
  users.csv                the people, without passwords
A cell that begins like a formula has an apostrophe in front, so that no spreadsheet runs it.

media/      the pictures and recordings as they were uploaded, with the place and camera that a picture names
  ${collections.join(', ').padEnd(24)} named by identifier, name and (id) of the item, and the number of a further picture
  earlier                  what no item shows any more; the history still knows it

json/       all of it once more for programs, a file for each table, also what was deleted lately
  change.json              the history: every change of an item, entry, event or attribute, with the
                           whole state before and after; "subject" and "subject_id" tell of what
  item_tag.json            the attributes of items
  tag_definition.json      what each attribute means: order, kind, unit, audience, labels by language
  media.json               "name" is the SHA-256 of the file; items refer to "id"
  visitor_question.json    what visitors asked in the last 180 days, by day, item and language
  audit_entry.json         who signed in, and what was done to users

Times are UTC (ISO 8601), days are written YYYY-MM-DD; 1 is yes and 0 is no.
`
