import { api, toPublicNumber } from '@vitrine/contract'
import { createDrawing, createPictureFile } from '../apps/server/test/media-files.ts'
import { applyLook, desktop, findAxeViolations, type Look, phone, wcagRules } from './axe.ts'
import { createPhoto } from './files.ts'
import { addItem, createClient, postAs, uniqueName } from './items.ts'
import { expect, type Page, type TestServer, test } from './vitrine.ts'

const readStyle = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}'))['${property}']`)

/** Expects selected options, and no others, to have the contrast theme's highlight colour. */
async function expectDistinct(page: Page, selected: string | null, unselected: string) {
  await expect(page.locator(selected ?? unselected).first()).toBeVisible()
  const highlight = await page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight'
    return getComputedStyle(probe).backgroundColor
  })()`)
  if (selected) expect(await readStyle(page, selected, 'backgroundColor'), selected).toBe(highlight)
  expect(await readStyle(page, unselected, 'backgroundColor'), unselected).not.toBe(highlight)
}

/** A state of a screen that axe checks. */
interface State {
  /** Opens the state, from any screen or from the previous state. */
  readonly open: (page: Page, server: TestServer) => Promise<void>
  /** Checks the state in a contrast theme. */
  readonly inContrast?: (page: Page) => Promise<void>
  /** Default: a phone. */
  readonly look?: Look
}

async function tryToSignIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('root@example.org')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Login' }).click()
}

const visitorStates: Record<string, State> = {
  'a failed sign-in': {
    async open(page) {
      await page.goto('/login')
      await tryToSignIn(page)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  'a second step at the sign-in': {
    async open(page) {
      const secondStep = {
        ticket: 'made up',
        methods: ['code', 'passkey', 'recovery'],
        passkey: { challenge: 'AAAA' },
      }
      await page.route('**/api/auth/', (route) =>
        route.fulfill({
          status: 401,
          json: { statusCode: 401, message: 'secondstep', obj: secondStep },
        }),
      )
      await page.goto('/login')
      await tryToSignIn(page)
      await page.getByLabel('Code').fill('123456')
    },
  },
  'a number that no label has': {
    async open(page) {
      await page.goto('/grange?lang=en')
      await page.getByLabel('Number on the label').fill('9999')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toBeVisible()
    },
    async inContrast(page) {
      await expect(page.getByRole('textbox')).toHaveCSS('border-top-style', 'solid')
    },
  },
  'the other pictures of an item': {
    async open(page, server) {
      const staff = await createClient(server)
      const itemId = await addItem(server, {
        type: 'car',
        identifier: uniqueName('PX'),
        name: 'Velo',
      })
      for (const width of [700, 701, 702]) {
        const file = await createPictureFile(createDrawing({ width, height: 400 }).jpeg())
        await staff.call(api.media.addPicture, { body: { itemId }, file })
      }
      await page.goto(`/car/${itemId}?lang=en`)
      await expect(page.getByRole('list', { name: 'More pictures' })).toBeVisible()
    },
  },
  'an enlarged picture': {
    async open(page) {
      await page.getByRole('list', { name: 'More pictures' }).getByRole('link').first().click()
      await expect(page.locator('dialog.zoom canvas, dialog.zoom img').first()).toBeVisible()
    },
  },
}

const staffStates: Record<string, State> = {
  'a code of an authenticator app that is wrong': {
    async open(page) {
      await page.goto('/change-password')
      await page.getByRole('button', { name: 'Use an authenticator app' }).click()
      await page.getByRole('button', { name: 'Switch on' }).click()
      await expect(
        page.getByText(
          'This code is wrong or has expired. Please enter the one that the app shows now.',
        ),
      ).toBeVisible()
    },
  },
  'recovery codes': {
    async open(page) {
      const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-000${index}`)
      await page.route('**/api/user/second-step/code/confirm', (route) =>
        route.fulfill({ json: { recoveryCodes } }),
      )
      const passkeys = [
        { id: 1, name: 'My phone', createdAt: '2026-05-31T08:00:00.000Z', usedAt: null },
      ]
      await page.route('**/api/user/second-step', (route) =>
        route.fulfill({ json: { code: true, passkeys, recoveryCodesLeft: 10 } }),
      )
      await page.getByRole('button', { name: 'Switch on' }).click()
      await expect(page.getByText('abcd-efgh-jkmn-0009')).toBeVisible()
    },
  },
  'a passkey to be removed': {
    async open(page) {
      await page.getByRole('button', { name: 'Remove (My phone)' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'a password link to be sent': {
    async open(page) {
      await page.goto('/employees')
      await page.getByRole('button', { name: /Send password link \(Luca/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'a user who is not saved': {
    async open(page) {
      await page.goto('/employees/new')
      await page.getByRole('button', { name: 'Save and send link' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  'the palette': {
    async open(page) {
      await page.goto('/about')
      await page.keyboard.press('ControlOrMeta+k')
      await expect(page.getByRole('dialog').getByText('Journal')).toBeVisible()
    },
  },
  'a menu over a page that does not exist': {
    look: desktop,
    async open(page) {
      await page.goto('/no-such-place')
      await expect(page.getByRole('heading', { name: /not found/i })).toBeVisible()
      await page.getByRole('button', { name: 'Utilities' }).click()
      await expect(page.getByText('Comments').last()).toBeVisible()
    },
  },
  'the menu of a phone': {
    async open(page) {
      await page.goto('/no-such-place')
      await applyLook(page, phone)
      await page.getByRole('button', { name: /menu/i }).click()
      await expect(page.getByText('Comments').last()).toBeVisible()
    },
  },
  'the calendar of the journal': {
    async open(page) {
      await page.goto('/journal?view=calendar')
      await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
    },
  },
  'a long corrected entry': {
    async open(page) {
      await page.route('**/api/journal/correct', (route) =>
        route.fulfill({
          json: {
            correctedComment: `Korrigiert ${'und noch mehr '.repeat(300)}`,
            engine: 'embedded',
          },
        }),
      )
      await page.goto('/journal?filter=%23Presse')
      await page
        .getByLabel('Comment')
        .fill('Ein Text mit einem Fehler, der lang genug ist, dass er in Stücken gezeigt wird.')
      await page.getByRole('button', { name: 'Presse', exact: true }).click()
      await page.getByRole('button', { name: 'Correct Spelling' }).click()
      await expect(page.getByRole('button', { name: 'Revert' })).toBeVisible()
    },
  },
  'an entry that a colleague saved': {
    async open(page) {
      await page.route('**/api/journal/*', (route) => {
        const author = {
          created: '2026-05-31T08:00:00.000Z',
          first_name: 'Matthias',
          last_name: 'Zurbriggen',
        }
        const current = {
          id: 1,
          comment: 'Anders '.repeat(200),
          date: '2026-05-31',
          tags: [],
          version: 2,
          ...author,
        }
        const conflict = {
          current,
          changedBy: 'Matthias Zurbriggen',
          changedAt: '2026-05-31T08:00:00.000Z',
        }
        return route.request().method() === 'PUT'
          ? route.fulfill({ status: 409, json: { statusCode: 409, message: 'x', obj: conflict } })
          : route.fallback()
      })
      await page
        .getByRole('button', { name: /Edit entry/ })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: 'Edit Entry' })
      await dialog.getByLabel('Comment').fill('Meine Fassung '.repeat(100))
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
    },
  },
  'the tags of the journal': {
    look: desktop,
    async open(page) {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('button', { name: 'Manage Tags' }).click()
      await expect(page.getByRole('dialog', { name: 'Manage Tags' })).toBeVisible()
    },
  },
  'a report': {
    async open(page) {
      await page.goto('/report')
      await page.getByRole('button', { name: 'Generate Report' }).click()
      await expect(page.getByRole('button', { name: 'Copy to Clipboard' })).toBeVisible()
    },
  },
  'an answer of the assistant': {
    async open(page) {
      await page.goto('/assistant')
      await page.getByLabel('Question').fill('When was a gearbox repaired?')
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await expect(
        page.getByRole('region', { name: 'Answer' }).getByRole('link').first(),
      ).toBeVisible()
    },
  },
  'facets in force': {
    look: desktop,
    async open(page) {
      await page.goto('/inventory/car?facet.country=Italy')
      await page.getByRole('button', { name: 'Filters' }).click()
      await expect(
        page.getByRole('region', { name: 'Filters' }).getByLabel('Without picture'),
      ).toBeVisible()
    },
  },
  'facets in a drawer': {
    async open(page) {
      await applyLook(page, phone)
      await page.goto('/inventory/car?facet.country=Italy')
      await page.getByRole('button', { name: 'Filters' }).click()
      const drawer = page.getByRole('dialog', { name: 'Filters' })
      await drawer.getByText('Body', { exact: true }).click()
      await expect(drawer.getByRole('checkbox').first()).toBeVisible()
    },
  },
  'the columns of a list': {
    async open(page) {
      await page.goto('/inventory/car')
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Columns', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Columns' })
      await dialog.getByLabel('Find an attribute').fill('weight')
      await expect(dialog.getByRole('button', { name: 'Add Weight (kg)' })).toBeVisible()
    },
  },
  'a view with a column that is no longer in use': {
    async open(page, server) {
      const tag_key = uniqueName('livery').replaceAll('-', '_')
      const attribute = {
        kind: 'text',
        unit: '',
        audience: 'staff',
        group: 'facts',
        labels: { en: 'Livery' },
        multiline: false,
        suggestions: false,
        names: false,
      }
      const { id } = await postAs<{ id: number }>(server, 'root', '/attributes/add', {
        type: 'car',
        tag_key,
        attribute,
      })
      const search = { columns: `name|${tag_key}`, sort: 'name' }
      await postAs(server, 'root', '/views/add', {
        type: 'car',
        name: uniqueName('Bemalung'),
        shared: true,
        search,
      })
      await postAs(server, 'root', '/attributes/retire', { id, retired: true })
      await page.goto(`/inventory/car?columns=name|${tag_key}&sort=name`)
      await expect(page.getByText('“Livery” is no longer in use.')).toBeVisible()
    },
  },
  'the views of a list, one of them shown': {
    look: desktop,
    async open(page, server) {
      const view = { type: 'car', name: 'By year', shared: true, search: { sort: '-year' } }
      await postAs(server, 'root', '/views/add', view)
      await page.goto('/inventory/car')
      await page.getByRole('button', { name: /^Views/ }).click()
      await page.getByRole('menuitem', { name: view.name }).click()
      await page.getByRole('button', { name: view.name }).click()
      await expect(page.getByRole('menuitem', { name: view.name })).toBeVisible()
    },
    inContrast: (page) =>
      expect(page.getByRole('menuitem', { name: 'By year' })).toHaveCSS('outline-style', 'solid'),
  },
  'a view to be saved': {
    async open(page) {
      await page.keyboard.press('Escape')
      await page.goto('/inventory/car?sort=-name')
      await page.getByRole('button', { name: /^Views/ }).click()
      await page.getByRole('menuitem', { name: 'Save this view …' }).click()
      await expect(
        page.getByRole('dialog', { name: 'Save this view' }).getByLabel('Name'),
      ).toBeFocused()
    },
  },
  'a new item without an identifier': {
    async open(page) {
      await page.goto('/inventory/art?view=grid&sort=-artist')
      await page.getByRole('button', { name: 'Add Item' }).click()
      await page.getByLabel('Identifier').fill('')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  'a preview of a CSV upload': {
    async open(page, server) {
      const identifier = uniqueName('AXE')
      const tags = { artist: 'A', provenance: 'B' }
      await addItem(server, { type: 'art', identifier, name: 'Old', tags })
      await page.getByRole('button', { name: 'Upload CSV' }).click()
      await page.getByRole('button', { name: 'Discard' }).click()
      const added = uniqueName('AXE')
      const rows = `identifier;name;artist;Preis\n${identifier};New;;1\n${identifier};Twice;;1\n${added};Fresh;;1\n`
      const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
      await page.getByLabel('CSV file').setInputFiles(file)
      await page.getByLabel('Empty cells erase').check()
      await expect(
        page.getByText('1 new, 1 changed, 0 unchanged, 1 refused. One value is erased.'),
      ).toBeVisible()
    },
  },
  'both forms of an item, with a conflict': {
    async open(page, server) {
      const identifier = uniqueName('AXE')
      const itemId = await addItem(server, {
        type: 'art',
        identifier,
        name: 'Old',
        tags: { artist: 'A' },
      })
      await postAs(server, 'root', '/inventory/add-comment', {
        itemId,
        comment: 'A comment '.repeat(80),
      })
      await page.goto(`/inventory-detail/${itemId}`)
      await page.getByRole('button', { name: 'Edit info' }).click()
      await page.getByRole('button', { name: 'Edit attributes' }).click()
      await page.getByRole('button', { name: 'Add Missing' }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine')
      const data = { identifier, name: 'Theirs', description: 'Long '.repeat(400) }
      await postAs(server, 'root', '/inventory/save-info', { itemId, data })
      await page.getByRole('button', { name: 'Save Info' }).click()
      await expect(page.getByRole('radio', { name: /Yours/ }).first()).toBeVisible()
    },
  },
  'a value being edited, of which the editor warns': {
    look: desktop,
    async open(page, server) {
      const tags = { location: '', weight_kg: '1040' }
      const itemId = await addItem(server, {
        type: 'car',
        identifier: uniqueName('AXE'),
        name: 'Fiat',
        tags,
      })
      await page.goto(`/inventory-detail/${itemId}`)
      await page.getByRole('button', { name: /^Edit Weight/ }).click()
      await page.getByLabel('Weight (kg)', { exact: true }).fill('heavy')
      await expect(page.getByText('This is not a plain number.')).toBeVisible()
    },
  },
  'a task for a colleague': {
    async open(page) {
      await page.keyboard.press('Escape')
      await page.getByLabel('New comment').pressSequentially('@matt')
      await expect(page.getByRole('option', { name: 'Matthias Zurbriggen' })).toBeVisible()
    },
  },
  'a comment being edited, with its history': {
    async open(page) {
      await page.keyboard.press('Enter')
      await page.getByLabel('New comment').pressSequentially('Frame is lose')
      await page.getByRole('button', { name: 'Save Comment' }).click()
      const entry = page.getByRole('region', { name: 'Comments' }).getByRole('listitem').first()
      await entry.getByRole('button', { name: /^Edit/ }).click()
      await entry.getByText('History', { exact: true }).click()
      await expect(entry.getByText('No changes yet.')).toBeVisible()
    },
  },
  'a chosen picture': {
    async open(page) {
      await page
        .getByRole('region', { name: 'Comments' })
        .getByRole('button', { name: 'Cancel' })
        .click()
      await page
        .getByLabel('Picture', { exact: true })
        .setInputFiles(await createPhoto('front.png'))
      await expect(page.getByText('Not uploaded yet')).toBeVisible()
    },
  },
  'a picture to be described': {
    async open(page) {
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await page.getByRole('button', { name: /^Picture 1 of 1/ }).click()
      await expect(page.getByRole('form', { name: 'Picture' }).getByLabel('Credit')).toBeVisible()
    },
  },
  'an archived item': {
    async open(page) {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Archive', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Archived' })).toBeVisible()
    },
  },
  'an attribute with its values in other languages': {
    async open(page) {
      await page.goto('/attributes?museum=car')
      const row = page.locator('li[data-row]').filter({ hasText: 'colour' })
      await row.getByRole('button', { name: /^Edit/ }).click()
      await row.getByText(/^Values in other languages/).click()
      await expect(row.getByLabel('Another value')).toBeVisible()
    },
  },
  'a place to be added': {
    async open(page) {
      await page.goto('/places')
      await page.getByRole('button', { name: 'Add place' }).click()
      await page
        .getByRole('region', { name: 'Add place' })
        .getByRole('combobox', { name: 'In', exact: true })
        .click()
      await expect(page.locator('[role="option"]').first()).toBeVisible()
    },
  },
  'items to be moved': {
    look: desktop,
    async open(page, server) {
      const place = {
        name: uniqueName('Saal'),
        code: uniqueName('S'),
        kind: 'hall',
        parent_id: null,
        note: '',
        archived: false,
      }
      const { id: placeId } = await postAs<{ id: number }>(server, 'root', '/places', { place })
      const ids = [
        await addItem(server, { type: 'art', identifier: uniqueName('AXE'), name: 'Studie' }),
      ]
      await postAs(server, 'root', '/places/move', { ids, to: placeId, reason: 'store' })
      await page.goto(`/places/${placeId}`)
      await page.getByRole('button', { name: 'Move everything…' }).click()
      const form = page.getByRole('region', { name: 'Move item' })
      await form.getByLabel('Reason').selectOption('Conservation')
      await form.getByLabel('Expected back').focus()
    },
  },
  'an event with its history': {
    look: desktop,
    async open(page) {
      await page.goto('/cms')
      const card = page.getByRole('article').first()
      await card.getByText('History', { exact: true }).click()
      await expect(card.getByText('No changes yet.')).toBeVisible()
    },
  },
  'a sheet of labels': {
    async open(page) {
      await page.goto('/inventory/art')
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Labels' }).click()
      await page.getByLabel('Labels already used').fill('3')
      await page.getByRole('row').nth(2).click()
      await expect(page.getByText('1 selected')).toBeVisible()
    },
  },
  'a sheet that is too small': {
    async open(page) {
      await page.getByLabel('Sheet (A4)').selectOption('Custom size')
      await page.getByRole('spinbutton', { name: 'Columns' }).fill('9')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  'the languages of papers': {
    look: desktop,
    async open(page) {
      await page.goto('/inventory/art')
      await page.getByRole('button', { name: 'Language of PDFs' }).click()
      await expect(page.getByRole('menuitemradio', { name: 'As written' })).toBeVisible()
    },
  },
  'papers being prepared': {
    look: desktop,
    async open(page) {
      await page.keyboard.press('Escape')
      await page.route('**/merged/progress', () => undefined)
      await page.getByRole('button', { name: 'PDF Info Cards' }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'selected items and their actions': {
    async open(page) {
      await page.goto('/inventory/art?filter=Hodler')
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'All', exact: true }).click()
      await page.getByRole('button', { name: 'Visitors' }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  'archived items, one of them selected': {
    async open(page, server) {
      const id = await addItem(server, {
        type: 'car',
        identifier: uniqueName('AR'),
        name: 'Long out of use '.repeat(8),
      })
      await postAs(server, 'root', '/inventory/set-archived', { itemIds: [id], archived: true })
      await page.goto('/inventory/car?archived=1')
      await page.getByRole('checkbox').first().check()
      await expect(page.getByRole('button', { name: 'Restore' })).toBeEnabled()
    },
  },
  'a preview of a change of long texts': {
    async open(page, server) {
      const name = uniqueName('Many')
      const tags = {
        technique: 'Oil on a board that was once a door, with a frame of larch '.repeat(4),
      }
      await addItem(server, { type: 'art', identifier: uniqueName('CM'), name, tags })
      await page.goto(`/inventory/art?filter=${name}`)
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'All', exact: true }).click()
      await page.getByRole('button', { name: 'Change…' }).click()
      await page.getByLabel('Attribute').selectOption('Technique')
      await page.getByLabel('New value').fill('Oil on a canvas')
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect(page.locator('ins')).toBeVisible()
    },
    inContrast: async (page) =>
      expect(await readStyle(page, 'ins', 'textDecorationLine')).toBe('underline'),
  },
  'a translation whose original has changed, and which differs from it': {
    async open(page, server) {
      const description = `Der Wagen kam 1927 nach Genf. ${'Er fuhr mit 80 km/h über den Klausen. '.repeat(20)}`
      const item = { identifier: uniqueName('TX'), name: 'Wagen', description }
      const itemId = await addItem(server, { type: 'car', ...item })
      const fields = { description: { text: 'La voiture.', was: '', source: description } }
      await postAs(server, 'root', '/inventory/save-texts', {
        itemId,
        lang: 'fr',
        fields,
        state: 'checked',
      })
      const data = { ...item, description: description.replace('1927', '1928') }
      await postAs(server, 'root', '/inventory/save-info', { itemId, data })
      await page.goto(`/inventory-detail/${itemId}`)
      await page.getByRole('button', { name: 'French: outdated' }).click()
      await page.getByLabel('Description in French').fill('La voiture de 1927.')
      await expect(page.getByText('is missing').first()).toBeVisible()
    },
    inContrast: async (page) =>
      expect(await readStyle(page, 'mark', 'textDecorationLine')).toBe('underline'),
  },
  'a file that is no picture': {
    async open(page, server) {
      const id = await addItem(server, { type: 'art', identifier: uniqueName('UP') })
      await page.goto(`/inventory-detail/${id}`)
      const file = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
      await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(page.getByRole('alert')).toContainText('This file is not a picture')
    },
  },
  'nothing found': {
    async open(page) {
      await page.goto('/about')
      await page.getByRole('button', { name: 'Go to…' }).click()
      await page.getByRole('combobox', { name: 'Go to' }).fill('zzzzqqqq')
      await expect(page.getByText('Nothing found.')).toBeVisible()
    },
  },
  'results of the search': {
    look: desktop,
    async open(page) {
      await page.goto('/')
      await page.getByRole('combobox', { name: 'Search everything' }).fill('hodler')
      await expect(page.getByRole('option').first().locator('mark').first()).toBeVisible()
    },
  },
  'a day with nothing to do': {
    async open(page) {
      await page.route('**/api/home', (route) =>
        route.fulfill({
          json: {
            notices: [],
            tasks: [],
            changes: [],
            events: [],
            gaps: [],
            openForMe: 0,
            openForAll: 0,
          },
        }),
      )
      await page.goto('/')
      await expect(page.getByText('Everything is in order')).toBeVisible()
    },
  },
  'a day with everything to do': {
    async open(page) {
      const gaps = ['picture', 'text', 'location', 'implausible', 'unchecked'].flatMap((rule) => [
        { rule, type: 'car', count: 12_345 },
        { rule, type: 'art', count: 12_345 },
      ])
      await page.route('**/api/home', async (route) => {
        const home = (await (await route.fetch()).json()) as object
        await route.fulfill({ json: { ...home, openForMe: 1_234, gaps } })
      })
      await page.goto('/')
      await expect(page.getByText("All 1'234 open for me")).toBeVisible()
    },
  },
  'tasks on the comments screen': {
    async open(page) {
      await page.goto('/comments?open=all')
      await page.getByRole('button', { name: 'Mark as done' }).first().click()
      await page.goto('/comments')
      await expect(
        page.getByRole('button', { name: 'Done. Reopen the task' }).first(),
      ).toBeVisible()
    },
  },
}

const softly = expect.configure({ soft: true })

// These seldom find more than screens.spec.ts does.
const withAll = { tag: '@only-with-all' }

test(
  'states of daily work are accessible, fit the window and show choices in a contrast theme',
  withAll,
  async ({ page, server, signInAs }) => {
    test.setTimeout(600_000)
    const checkStates = async (states: Record<string, State>) => {
      for (const [name, { open, inContrast, look = phone }] of Object.entries(states))
        await test.step(name, async () => {
          await applyLook(page, desktop)
          await open(page, server)
          softly(await findAxeViolations(page, [look], wcagRules), name).toEqual([])
          // Scripts learn of the new width in the next frame.
          const overflow = 'document.documentElement.scrollWidth - innerWidth'
          await softly.poll(() => page.evaluate<number>(overflow), name).toBeLessThanOrEqual(0)
          if (!inContrast) return
          await page.emulateMedia({ forcedColors: 'active' })
          await inContrast(page)
          await page.emulateMedia({ forcedColors: null })
        })
      await page.unrouteAll()
    }
    await checkStates(visitorStates)
    await signInAs('root')
    await checkStates(staffStates)
  },
)

test.describe('in a contrast theme', withAll, () => {
  test.use({ forcedColors: 'active' })

  test('chosen options differ visibly from others', async ({ page, server, signInAs }) => {
    await signInAs('root')
    const mp3 = 'https://sounds.example.org/waltz.mp3'
    const id = await addItem(server, { type: 'art', identifier: uniqueName('HC'), tags: { mp3 } })
    await page.goto(`/art/${toPublicNumber('art', id)}`)
    await expectDistinct(page, '[data-play]', '[data-pause]')
    // The native slider follows the theme.
    expect(await readStyle(page, '[type=range]', 'appearance')).toBe('auto')

    await page.goto(`/inventory-detail/${id}`)
    await expectDistinct(page, ':checked + .mantine-Switch-track', 'body')
    await page.locator('label', { hasText: 'Shown to visitors' }).click()
    await expectDistinct(page, null, ':not(:checked) + .mantine-Switch-track')

    await page.goto('/cms')
    await expect(page.getByRole('checkbox', { name: 'Active' }).first()).toBeVisible()
    await expectDistinct(
      page,
      '.mantine-Checkbox-input:checked',
      '.mantine-Checkbox-input:not(:checked)',
    )
    await expectDistinct(page, 'section label:has(:checked)', 'section label:has(:not(:checked))')

    await page.goto('/employees/new')
    await expectDistinct(page, '.mantine-Radio-radio:checked', '.mantine-Radio-radio:not(:checked)')

    await page.goto('/journal')
    await page.getByLabel('Comment').focus()
    await page.getByRole('group', { name: 'Tags' }).getByRole('button').first().click()
    await expectDistinct(page, 'form [aria-pressed=true]', 'form [aria-pressed=false]')
    await expectDistinct(
      page,
      '[aria-label=View] [aria-pressed=true]',
      '[aria-label=View] [aria-pressed=false]',
    )
    await page.getByLabel('Comment').fill(uniqueName('Hell und dunkel'))
    await page.getByRole('button', { name: 'Add Entry' }).click()
    await expect(page.getByText('Entry added.')).toBeVisible()
    expect(await readStyle(page, '.mantine-Notification-root', 'border-top-style')).toBe('solid')
  })
})
