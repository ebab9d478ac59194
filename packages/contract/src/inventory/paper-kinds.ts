/** The papers that an item can have, a page for each. All pages of a museum in one PDF have a title and file name of their own. */
export const paperKinds = {
  Sheet: { name: 'A4 One Pager', merged: { title: 'PDF One-Pagers', fileName: 'one_pagers' } },
  Card: { name: 'A6 Info Card', merged: { title: 'PDF Info Cards', fileName: 'info_cards' } },
} as const
