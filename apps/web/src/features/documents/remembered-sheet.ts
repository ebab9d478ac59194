import { type LabelSheet, labelSheets } from '@vitrine/contract'

export type SheetKind = keyof typeof labelSheets | 'own'

interface RememberedSheet {
  readonly kind: SheetKind
  readonly own: LabelSheet
}

const key = 'labelSheet'
const usual: RememberedSheet = { kind: 'three-by-seven', own: labelSheets['three-by-seven'].sheet }

/** The sheet last used in this browser. */
export function rememberedSheet(): RememberedSheet {
  try {
    const { kind, own } = JSON.parse(localStorage.getItem(key) ?? '') as Partial<RememberedSheet>
    return {
      kind: kind === 'own' || (kind && kind in labelSheets) ? kind : usual.kind,
      own: { ...usual.own, ...own },
    }
  } catch {
    return usual
  }
}

export const rememberSheet = (sheet: RememberedSheet): void => localStorage.setItem(key, JSON.stringify(sheet))
