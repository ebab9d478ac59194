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

/** Cars as a list would hold them, the same ones every time. */
export function generateRows(count: number): ItemListEntry[] {
  const next = seededRandom(20_261_115)
  const one = (from: readonly string[]) => from[Math.floor(next() * from.length)] ?? ''
  return Array.from({ length: count }, (_, index) => {
    const [, origin = '', country = ''] = /(.*) (\w+)/.exec(one(countries)) ?? []
    const model = `${one(models)} ${Math.floor(next() * 900) + 100}`
    return {
      ...emptyListColumns,
      id: index + 1,
      identifier: `LM-${index + 1}`,
      name: `${one(makes)} ${model}`,
      origin,
      country,
      model,
      year: String(1900 + Math.floor(next() * 100)),
      body: one(bodies),
      picture: '',
    }
  })
}

/** Numbers from 0 to 1 that look random and never change. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
