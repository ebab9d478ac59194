const units: Record<string, string> = { hp: 'hp', rpm: 'rpm', kmh: 'km/h', cm3: 'cm³', kg: 'kg' }
const yearKeys = ['year', 'year_from', 'year_to', 'first_registration', 'acquired']
const nameKeys = ['model', 'title', 'music', 'collection', 'reference', 'location']
const uncounted = new Set([...yearKeys, ...nameKeys])

/** 'top_speed_kmh' → 'Top Speed (km/h)' */
export function attributeLabel(key: string): string {
  const words = key.split('_').filter(Boolean)
  const unit = words.length > 1 ? units[words.at(-1) ?? ''] : undefined
  const named = (unit ? words.slice(0, -1) : words).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return unit ? `${named.join(' ')} (${unit})` : named.join(' ')
}

/** A value as people read it: numbers grouped by an apostrophe; years, numbers that name a thing and words as typed. */
export function attributeValue(key: string, value: string): string {
  return uncounted.has(key) || key.endsWith('_number') ? value : groupThousands(value)
}

/** '12500' → "12'500", '1234.5' → "1'234.5"; anything but a plain number stays as it is. */
export const groupThousands = (value: string): string =>
  /^\d{4,15}(\.\d+)?$/.test(value) ? value.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, "'")) : value

/** The number that somebody typed with digits, grouped or not; nothing for other ways to write one, such as '0x10' or '1e9'. */
export function plainNumber(typed: string | undefined): number | undefined {
  const digits = typed?.trim().replaceAll(/['’]/g, '') ?? ''
  return /^\d{1,15}(\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

const kilowattsPerHorsepower = 0.7355

/** Kilowatts for horsepower, as derived on factsheets; nothing where there is no number to start from. */
export function kilowatts(horsepower: string | undefined): string | undefined {
  const number = plainNumber(horsepower)
  return number === undefined ? undefined : String(Math.round(number * kilowattsPerHorsepower))
}

export interface AttributeRow {
  readonly key: string
  readonly label: string
  readonly value: string
}

/** The filled attributes of an item in the order of their definitions, as factsheets and papers show them. */
export function attributeRows(
  definitions: readonly { tag_key: string }[],
  tags: Readonly<Record<string, string>>,
): AttributeRow[] {
  return definitions.flatMap(({ tag_key: key }) => {
    const value = tags[key]?.trim()
    if (!value || key === 'mp3' || key === 'power_kw') return []
    if (key === 'units_comment' && isApproximate(tags)) return []
    const row = { key, label: attributeLabel(key), value: shownValue(key, value, tags) }
    const kw = key === 'power_hp' ? kilowatts(value) : undefined
    return kw === undefined ? [row] : [row, { key: 'power_kw', label: 'Power (kW)', value: groupThousands(kw) }]
  })
}

const isApproximate = (tags: Readonly<Record<string, string>>) => tags.units_comment?.trim().toLowerCase() === 'approx'

const shownValue = (key: string, value: string, tags: Readonly<Record<string, string>>) =>
  key === 'units_built' && isApproximate(tags) ? `~${attributeValue(key, value)}` : attributeValue(key, value)
