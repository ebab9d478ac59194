import { api, idempotencyHeader, type JournalTag } from '@vitrine/contract'
import type { Client } from './client.ts'
import { addItem } from './inventory.ts'
import { createDrawing, createMp3File, createPictureFile } from './media-files.ts'

/** Texts of the records that `addSampleData` adds. */
export const sampleTexts = {
  name: 'L’été “à la mer” 🌊 \\ "x"',
  comment: 'Rahmen neu vergoldet',
  deletedComment: 'ein Irrtum',
  journalEntry: 'Vergoldung wie an LG-013 fertig',
  journalTag: 'Atelier',
} as const

/** Adds records of every kind to the demo; returns an item with pictures, and root's client. */
export async function addSampleData(server: Client): Promise<{ itemId: number; root: Client }> {
  const root = await server.signIn('root')
  const itemId = await addTranslatedItem(root)
  await addMedia(root, itemId)
  await addComments(root, itemId)
  await addJournalEntry(root)
  await addView(root)
  await addEvent(root)
  await uploadItems(root)
  return { itemId, root }
}

async function addTranslatedItem(root: Client): Promise<number> {
  const itemId = await addItem(root, {
    name: sampleTexts.name,
    description: 'Zeile 1\n\tZeile 2\u2028\ud83c',
  })
  await root.call(api.inventory.saveTags, {
    body: { itemId, tags: { artist: 'Ævar Þór', year: '1987' } },
  })
  const item = await root.call(api.inventory.details, { params: { id: itemId } })
  await root.call(api.inventory.saveInfo, {
    body: { itemId, data: { ...item, note: 'Nicht\nausleihen', language: 'fr' } },
  })
  const name = { text: 'Der Sommer “am Meer” 🌊 \\ "x"', was: '', source: item.name }
  await root.call(api.inventory.saveTexts, {
    body: { itemId, lang: 'de', fields: { name }, state: 'checked' },
  })
  return itemId
}

/** Adds a picture, a recording, and a second picture with all details. */
async function addMedia(root: Client, itemId: number): Promise<void> {
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  await root.call(api.media.uploadRecording, { body: { itemId }, file: createMp3File() })
  const back = await createPictureFile(createDrawing({ width: 70 }).png(), 'dos.png')
  const { picture, version } = await root.call(api.media.addPicture, {
    body: { itemId },
    file: back,
  })
  const { pictures } = await root.call(api.inventory.details, { params: { id: itemId } })
  const details = {
    kind: 'back',
    credit: 'Photo: Ævar',
    licence: 'CC-BY-4.0',
    public: false,
  } as const
  await root.call(api.media.savePictures, {
    body: {
      itemId,
      version,
      pictures: pictures.map(({ name, kind, credit, licence, public: isPublic, alt }) =>
        name === picture.name
          ? { name, ...details, alt: { fr: 'Le dos', de: 'Die “Rückseite”', en: '' } }
          : { name, kind, credit, licence, public: isPublic, alt },
      ),
    },
  })
}

/** Adds a comment, and deletes another one. */
async function addComments(root: Client, itemId: number): Promise<void> {
  const add = async (comment: string) =>
    (await root.call(api.comments.add, { body: { itemId, comment } })).id
  await add(sampleTexts.comment)
  // This comment has the highest id, so after its deletion only the id sequence remembers it.
  const commentId = await add(sampleTexts.deletedComment)
  await root.call(api.comments.remove, { body: { commentId } })
}

/** Adds a journal entry with a tag, and changes it. */
async function addJournalEntry(root: Client): Promise<void> {
  const headers = { [idempotencyHeader]: 'sent-under-a-name' }
  const tagBody = { name: sampleTexts.journalTag }
  const added = await root.send(api.journal.addTag, { body: tagBody }, headers)
  const { id: tag } = (await added.json()) as JournalTag
  const entry = { comment: 'Vergoldung', date: '2026-05-31', tags: [tag] }
  const { id } = await root.call(api.journal.add, { body: entry })
  await root.call(api.journal.change, {
    params: { id },
    body: { ...entry, comment: sampleTexts.journalEntry },
  })
}

async function addView(root: Client): Promise<void> {
  await root.call(api.views.add, {
    body: {
      type: 'art',
      name: 'Im Depot',
      shared: true,
      search: { 'facet.location': 'Depot', columns: 'name|location' },
    },
  })
}

async function addEvent(root: Client): Promise<void> {
  const { events } = await root.call(api.events.list)
  const event = { date: '2099-05-31', start: false, time: '19:30', show_time: true, active: true }
  await root.call(api.events.save, {
    body: {
      events: [...events, { ...event, text_fr: '<p>Concert</p>', text_de: '', text_en: '' }],
    },
  })
}

/** Uploads more items than fit into a batch of src/archive/rows.ts. */
async function uploadItems(root: Client): Promise<void> {
  const rows = Array.from({ length: 120 }, (_, index) => ({
    identifier: `LIVED-${index}`,
    artist: `A${index % 7}`,
  }))
  await root.call(api.imports.uploadArt, { body: { data: rows } })
}
