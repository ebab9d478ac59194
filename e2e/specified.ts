import type { Page } from './vitrine.ts'

/** A label of the specification, and how to find its element. */
export type SpecifiedName = readonly [
  by: Parameters<Page['getByRole']>[0] | 'label' | 'text' | 'css',
  name: string | RegExp,
]

export interface SpecifiedScreen {
  readonly path: string
  /** The specified labels, which are visible without a click, possibly after scrolling. */
  readonly names: readonly SpecifiedName[]
  /** Labels for wide screens only. */
  readonly wide?: readonly SpecifiedName[]
  /** Headings in their specified order on a phone. */
  readonly inOrder?: readonly SpecifiedName[]
  /** Labels that are visible without scrolling; on Home at every size. */
  readonly first?: readonly SpecifiedName[]
  /** The labels that a specified control opens. */
  readonly opens?: readonly (readonly [control: SpecifiedName, names: readonly SpecifiedName[]])[]
}

const named = (by: SpecifiedName[0], ...names: readonly (string | RegExp)[]): SpecifiedName[] =>
  names.map((name) => [by, name])

const carColumns = named('columnheader', 'Identifier', 'Name', 'Origin', 'Model', 'Year', 'Body')
const artColumns = [
  ['css', 'tbody img, tbody svg'],
  ...named('columnheader', 'Identifier', /Name.*Artist/, /Music.*Composer/),
] as const

const list = {
  names: [
    ['label', 'Filter the items'],
    ['text', /^\d+ of \d+ inventory items$/],
    ...named('button', /^Download CSV/, /CSV delimiter: Semicolon/, 'Add Item'),
  ],
  opens: [[['button', 'Add Item'], named('textbox', 'Identifier', 'Name', 'Description')]],
} as const satisfies Partial<SpecifiedScreen>

const item = {
  names: [
    ['css', '#content img'],
    ['label', 'Picture'],
    ['button', 'Upload'],
    ...named('term', 'Name', 'Identifier', 'Description'),
    ['link', 'Search the web'],
    ...named('button', 'Edit info', 'Edit attributes', 'Save Comment'),
    ['link', 'Web factsheet'],
    ['css', '[placeholder="Add a comment..."]'],
    ['heading', 'Most Recent Comments'],
    ['button', /^Delete comment/],
  ],
  inOrder: named('heading', 'Info', 'Attributes', 'Factsheets', 'Comments'),
  opens: [
    [
      ['button', 'Edit info'],
      [
        ...named('textbox', 'Name', 'Identifier', 'Description'),
        ...named('button', 'Remove Line Breaks', 'Save Info'),
      ],
    ],
    [['button', 'Edit attributes'], named('button', 'Add Missing', 'Save Attributes')],
  ],
} as const satisfies Partial<SpecifiedScreen>

const password = named('label', 'New Passwort', 'Repeat password')
const user: SpecifiedScreen['names'] = [
  ...named('radio', 'Root', 'Admin', 'Employee', 'Mr.', 'Ms.'),
  ...named('textbox', 'E-mail', 'First name', 'Last name', 'Phone'),
  ...named('button', 'Back', 'Save'),
]
const questions =
  'Questions · Fragen · Questions · Domande · Preguntas · Perguntas · Вопросы · 问题 · 質問'

/** The screens for visitors. */
export const specifiedVisitorScreens = (setPassword: string): readonly SpecifiedScreen[] => [
  {
    path: '/login',
    names: [
      ...named('textbox', 'E-mail', 'Password'),
      ['button', 'Login'],
      ['link', 'Forgot password?'],
    ],
  },
  {
    path: '/forgot-password',
    names: [
      ['textbox', 'E-mail'],
      ['button', 'Send link'],
    ],
  },
  { path: setPassword, names: [['heading', 'Set Password'], ...password] },
  {
    path: '/car/20?lang=en',
    names: [
      ['img', 'Le Manège'],
      ['text', 'Le Manège'],
      ['heading', 'Citroën Traction Avant 11 BL'],
      ...named('rowheader', 'Model', 'Year', 'Origin', 'Country', 'Power (hp)', 'Power (kW)'),
      ['img', 'QR code of this page'],
      ['heading', questions],
      ['css', 'iframe'],
      ['text', /^© \d{4}/],
    ],
  },
  {
    path: '/art/1?lang=en',
    names: [
      ['img', 'La Grange'],
      ['text', 'La Grange'],
      ...named('button', 'Play'),
      ...named('rowheader', 'Composer', 'Music', 'Music Detail', 'Music Interpreters', 'Reference'),
      ...named('rowheader', 'Artist', 'Year', 'Dimensions', 'Technique', 'Collection'),
      ['css', 'figure img'],
    ],
  },
  {
    path: '/save-the-date?lang=en',
    names: [
      ['heading', /^From /],
      ['heading', / \d\d:\d\d$/],
    ],
  },
]

/**
 * The screens for staff, as root sees them; what other roles see is in
 * apps/web/test/roles.test.tsx.
 */
export const specifiedStaffScreens: readonly SpecifiedScreen[] = [
  {
    path: '/',
    names: [],
    first: [
      ...named('heading', 'Inventory Museum', 'Utilities', 'Website', 'AI Tools External'),
      ...named('link', 'Le Manège', 'La Grange', 'Comments', 'Journal', 'Report', 'Save the Date'),
      ...named('link', /^Chat Logs/, 'Assistant'),
    ],
    inOrder: named('heading', 'Inventory Museum', 'Utilities', 'Website', 'Open for me'),
  },
  {
    ...list,
    path: '/inventory/car',
    names: [...list.names, ['button', 'PDF One-Pagers']],
    wide: carColumns,
  },
  {
    ...list,
    path: '/inventory/art',
    names: [
      ...list.names,
      ['button', 'PDF Info Cards'],
      ['button', 'Upload CSV'],
      ...named('button', 'List', 'Grid'),
      ['group', 'Artists'],
    ],
    wide: artColumns,
  },
  {
    ...item,
    path: '/inventory-detail/20',
    names: [
      ...item.names,
      ['heading', /LM-020/],
      ['link', 'A4 One Pager'],
      ...named('term', 'Model', 'Year', 'Power (hp)'),
    ],
    first: [
      ['button', 'Edit info'],
      ['term', 'Model'],
      ['link', 'Web factsheet'],
      ['link', 'A4 One Pager'],
    ],
  },
  {
    ...item,
    path: '/inventory-detail/101',
    names: [
      ...item.names,
      ['heading', /LG-001/],
      ['link', 'A6 Info Card'],
      ['link', /QR code/],
      ['css', 'audio'],
      ...named('term', 'Artist', 'Music'),
    ],
    first: [
      ['button', 'Edit info'],
      ['term', 'Artist'],
      ['link', 'Web factsheet'],
      ['link', 'A6 Info Card'],
      ['link', /QR code/],
    ],
  },
  {
    path: '/comments',
    names: [
      ['label', 'Filter the comments'],
      ['group', 'Quick filters'],
      ['group', 'Identifiers'],
      ['link', 'LM-013'],
      ['button', /^Delete comment/],
    ],
  },
  {
    path: '/cms',
    names: [
      ...named('button', 'New Event', 'Remove Event', 'Save Events'),
      ...named('radio', 'Rich Text', 'HTML'),
      ...named('checkbox', 'From', 'Time', 'Active'),
      ...named('label', 'Date', 'Time of the event'),
      ...named('textbox', 'French text', 'German text', 'English text'),
    ],
  },
  {
    path: '/journal',
    names: [
      ['label', 'Filter the journal'],
      ['button', /^#/],
      ...named(
        'button',
        'List',
        'Calendar',
        /^Download CSV/,
        /CSV delimiter: Comma/,
        /^Edit entry/,
        /^Delete entry/,
      ),
    ],
    wide: [
      ['css', 'textarea[rows="6"]'],
      ...named('label', 'Summary language', /^Date/),
      ['group', 'Tags'],
      ...named('button', 'Summarize', 'Correct Spelling', 'Add Entry', 'Manage Tags'),
    ],
    opens: [
      [
        ['button', /^Edit entry/],
        [['css', 'textarea[rows="9"]'], ...named('button', 'Delete', 'Cancel', 'Save Changes')],
      ],
    ],
  },
  {
    path: '/report',
    names: [
      ['heading', 'Generate'],
      ...named('label', /^Start date/, /^End date/, 'Language'),
      ['group', 'Tags'],
      ['css', 'textarea[rows="7"]'],
      ['button', 'Generate Report'],
    ],
  },
  {
    path: '/employees',
    names: [
      ['link', 'New User'],
      ['button', /^Send password link/],
      ['link', /^Edit user/],
    ],
  },
  { path: '/employees/new', names: [['heading', 'New User'], ...user] },
  {
    path: '/employees/edit/3',
    names: [['heading', 'Edit User'], ['button', 'Delete User'], ...user],
  },
  { path: '/change-password', names: [['heading', 'Change Password'], ...password] },
  {
    path: '/test-error',
    names: named('button', 'Client error', 'Server error', 'Database error', 'Log test'),
  },
]

/** Labels around every staff screen if the window is wide enough for the menu. */
export const shellNames: readonly SpecifiedName[] = [
  ...named('link', 'Home', 'Employees'),
  ...named('button', 'Inventory', 'Utilities', 'Website', 'root@example.org'),
]
