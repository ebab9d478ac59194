import { media, paints, supports } from './terms.ts'

const [before, after] = [/^(.*?)\s(?:sur|auf|on|su)\s+(\p{L}+)/u, /(?<!\s)(?:\s*,|\s+(?:et|und|and|e)\s)\s*/]

/**
 * The materials that a technique names for sure: 'Gouache and ink on paper'. Only known materials on a known
 * support; a woodcut ('Gravure sur bois') is not made of wood.
 */
export function materialsIn(technique: string) {
  const [, with_ = '', on = ''] = before.exec(technique.toLowerCase().slice(0, 200)) ?? []
  const support = supports.get(on)
  const used = with_.split(after).map((word) => media.get(word))
  if (!support || used.some((medium) => medium === undefined)) return { materials: [], isPainting: false }
  const materials = [...new Set(used.flatMap((medium) => medium ?? []))]
  return { materials: [...materials, support], isPainting: materials.every((medium) => paints.has(medium)) }
}
