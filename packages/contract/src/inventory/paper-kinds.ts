/**
 * Kinds of printable papers. `merged` names the PDF of a whole museum. Texts longer than `longText`
 * characters may not fit.
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
