import {
  type Field,
  type Fields,
  fieldNames,
  type LabelLanguage,
  type RecordState,
} from '@vitrine/contract'

type Column<Kind> = Kind extends 'flag'
  ? 0 | 1
  : Kind extends 'id'
    ? number | null
    : Kind extends 'language'
      ? LabelLanguage | ''
      : string

/** The columns of a record's fields: all but lists, which have a table of their own. */
export type RecordColumns<F extends Fields> = {
  -readonly [K in keyof F as F[K]['kind'] extends 'names' ? never : K]: Column<F[K]['kind']>
}

const isColumn = ({ kind }: Field): boolean => kind !== 'names'

export const columnNames = <F extends Fields>(fields: F) =>
  fieldNames(fields).filter((name) => isColumn(fields[name] as Field)) as (keyof RecordColumns<F> &
    string)[]

type Valued<F extends Fields> = {
  readonly [K in keyof RecordColumns<F>]: K extends keyof F ? RecordState<F>[K] : never
}

/** The values of a record as its row holds them. */
export const toColumns = <F extends Fields>(fields: F, record: Valued<F>): RecordColumns<F> =>
  mapColumns(fields, record, (value) =>
    typeof value === 'boolean' ? Number(value) : value,
  ) as RecordColumns<F>

/** The values that a row holds. */
export const fromColumns = <F extends Fields>(fields: F, row: RecordColumns<F>): Valued<F> =>
  mapColumns(fields, row, (value, isFlag) => (isFlag ? value === 1 : value)) as Valued<F>

function mapColumns(
  fields: Fields,
  record: object,
  map: (value: unknown, isFlag: boolean) => unknown,
): unknown {
  const values = record as Readonly<Record<string, unknown>>
  const mapped: Record<string, unknown> = {}
  for (const { name, isFlag } of planOf(fields)) mapped[name] = map(values[name], isFlag)
  return mapped
}

interface ColumnPlan {
  readonly name: string
  readonly isFlag: boolean
}

const plans = new WeakMap<Fields, readonly ColumnPlan[]>()

/** Kept: going through the descriptions for each row takes three times as long. */
function planOf(fields: Fields): readonly ColumnPlan[] {
  const known = plans.get(fields)
  if (known) return known
  const plan = Object.entries(fields)
    .filter(([, field]) => isColumn(field))
    .map(([name, { kind }]) => ({ name, isFlag: kind === 'flag' }))
  plans.set(fields, plan)
  return plan
}
