import { buildPublicRows, factsheetPrefix, type ItemType } from '@vitrine/contract'
import { readDemo } from '@vitrine/demo'
import type { PaperPicture } from '../../apps/server/src/adapters/pdf/papers.ts'
import { toCoverName } from '../../apps/server/src/features/documents/paper.ts'
import type { Sheet } from '../../apps/server/src/features/documents/sheet.ts'
import { createPhotograph } from '../../apps/server/test/photograph.ts'

export const imprint = {
  foundation: 'Fondation Exemple',
  address: 'Rue du Lac 1, 1700 Fribourg',
  year: 2026,
}

const facts =
  'artist title dimensions technique collection model year origin country body year_from year_to units_built units_comment engine displacement_cm3 power_hp power_rpm transmission top_speed_kmh weight_kg colour'
    .split(' ')
    .map((tag_key) => ({ tag_key, group: 'facts' as const }))
const music = 'composer music music_detail music_interpreters reference'
  .split(' ')
  .map((tag_key) => ({ tag_key, group: 'music' as const }))

/** Builds sheets of items with the demo's texts, each with a different picture. */
export function buildSheets(type: ItemType, count: number): Sheet[] {
  const demo = readDemo(new Date()).items.filter((item) => item.type === type)
  return Array.from({ length: count }, (_, index) => {
    const { name, description, tags } = demo[index % demo.length] ?? {
      name: '',
      description: '',
      tags: {},
    }
    return {
      id: index + 1,
      type,
      identifier: `LM-${index + 1}`,
      name: `${name} ${index + 1}`,
      description,
      language: '',
      notes: [],
      ...buildPublicRows([...facts, ...music], tags as Record<string, string>),
      url: `https://vitrine.example.org${factsheetPrefix(type)}${index + 1}`,
      picture: { name: String(index), ...pictureSize, alt: '', rights: '' },
      secondPicture: null,
      hasRecording: false,
    }
  })
}

const pictureSize = { width: 1600, height: 1200 }

export async function* generatePictures(sheets: readonly Sheet[]): AsyncGenerator<PaperPicture> {
  for (const { id } of sheets)
    yield { name: toCoverName({ id }), jpeg: await createPhotograph(id), ...pictureSize }
}
