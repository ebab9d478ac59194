/**
 * The papers that an item can have. All pages of a museum in one PDF have a title and file name of their own.
 * A text of more than `longText` letters may have no room.
 */
export const paperKinds = {
  Sheet: {
    name: 'A4 One Pager',
    longText: 8_000,
    merged: { title: 'PDF One-Pagers', fileName: 'one_pagers' },
  },
  Card: {
    name: 'A6 Info Card',
    longText: 1_300,
    merged: { title: 'PDF Info Cards', fileName: 'info_cards' },
  },
} as const
