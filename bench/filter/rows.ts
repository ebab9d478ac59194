import { emptyListColumns, type ItemListEntry } from '@vitrine/contract'

const makes = [
  'Alfa Romeo',
  'Bugatti',
  'Citroën',
  'Delage',
  'Ferrari',
  'Hispano-Suiza',
  'Lancia',
  'Martini',
  'Porsche',
]
const models = [
  'Aurelia',
  'Berlina',
  'Giulia',
  'Monza',
  'Pallas',
  'Roadster',
  'Spider',
  'Superleggera',
  'Veloce',
]
const countries = ['Italy IT', 'France FR', 'Switzerland CH', 'Germany DE', 'United Kingdom GB']
const bodies = ['Saloon', 'Coupé', 'Cabriolet', 'Estate', 'Racing car']

/** Generates rows of the list of cars, which are the same in every run. */
export function generateRows(count: number): ItemListEntry[] {
  const random = createSeededRandom(20_261_115)
  const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? ''
  return Array.from({ length: count }, (_, index) => {
    const [, origin = '', country = ''] = /(.*) (\w+)/.exec(pick(countries)) ?? []
    const model = `${pick(models)} ${Math.floor(random() * 900) + 100}`
    return {
      ...emptyListColumns,
      id: index + 1,
      identifier: `LM-${index + 1}`,
      name: `${pick(makes)} ${model}`,
      origin,
      country,
      model,
      year: String(1900 + Math.floor(random() * 100)),
      body: pick(bodies),
      picture: '',
    }
  })
}

/** Creates a generator of numbers from 0 to 1, which are the same for the same seed. */
export function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
