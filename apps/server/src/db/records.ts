import {
  type Field,
  type Fields,
  fieldNames,
  type LabelLanguage,
  type RecordState,
} from '@vitrine/contract'

type ColumnValue<Kind> = Kind extends 'flag'
  ? 0 | 1
  : Kind extends 'id'
    ? number | null
    : Kind extends 'language'
      ? LabelLanguage | ''
      : string

/** The columns of a record: one per field, except for lists, which have tables of their own. */
export type RecordColumns<F extends Fields> = {
  -readonly [K in keyof F as F[K]['kind'] extends 'names' | 'photos' ? never : K]: F[K] extends {
    readonly options: Readonly<Record<infer Value, string>>
  }
    ? Value
    : ColumnValue<F[K]['kind']>
}

const hasColumn = ({ kind }: Field): boolean => kind !== 'names' && kind !== 'photos'

export const listColumnNames = <F extends Fields>(fields: F) =>
  fieldNames(fields).filter((name) => hasColumn(fields[name] as Field)) as (keyof RecordColumns<F> &
    string)[]

type RecordValues<F extends Fields> = {
  readonly [K in keyof RecordColumns<F>]: K extends keyof F ? RecordState<F>[K] : never
}

/** Converts the values of a record to columns. */
export const toColumns = <F extends Fields>(fields: F, record: RecordValues<F>): RecordColumns<F> =>
  mapColumns(fields, record, (value) =>
    typeof value === 'boolean' ? Number(value) : value,
  ) as RecordColumns<F>

/** Converts columns to the values of a record. */
export const fromColumns = <F extends Fields>(fields: F, row: RecordColumns<F>): RecordValues<F> =>
  mapColumns(fields, row, (value, isFlag) => (isFlag ? value === 1 : value)) as RecordValues<F>

function mapColumns(
  fields: Fields,
  record: object,
  map: (value: unknown, isFlag: boolean) => unknown,
): unknown {
  const values = record as Readonly<Record<string, unknown>>
  const mapped: Record<string, unknown> = {}
  for (const { name, isFlag } of getColumnPlan(fields)) mapped[name] = map(values[name], isFlag)
  return mapped
}

interface ColumnPlan {
  readonly name: string
  readonly isFlag: boolean
}

const plans = new WeakMap<Fields, readonly ColumnPlan[]>()

/** Cached: deriving the plan for each row takes three times as long. */
function getColumnPlan(fields: Fields): readonly ColumnPlan[] {
  const cached = plans.get(fields)
  if (cached) return cached
  const plan = Object.entries(fields)
    .filter(([, field]) => hasColumn(field))
    .map(([name, { kind }]) => ({ name, isFlag: kind === 'flag' }))
  plans.set(fields, plan)
  return plan
}
