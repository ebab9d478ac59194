import type { AttributeDefinition } from './attributes.ts'
import { detectLanguage, isDetectable } from './detect-language.ts'
import { type Gap, type GapCondition, gapRules, gaps } from './gaps.ts'
import { getTextState, type TranslatedItem } from './item-texts.ts'
import type { ItemType } from './types.ts'
import { findAttributeWarning } from './value-warnings.ts'

/** Input of the rules. */
interface GapFacts extends TranslatedItem {
  readonly type: ItemType
  readonly hasPicture: boolean
  /** Whether a public picture lacks an alternative text in one of the languages. */
  readonly lacksAlt: boolean
}

/** Finds the gaps of an item, except those that depend on time or on condition checks. */
export const findGaps = (
  item: GapFacts,
  attributes: readonly AttributeDefinition[],
  thisYear: number,
): Gap[] => gaps.filter((gap) => hasGap(gapRules[gap].finds, item, attributes, thisYear))

function hasGap(
  finds: GapCondition,
  item: GapFacts,
  attributes: readonly AttributeDefinition[],
  thisYear: number,
): boolean {
  if ('empty' in finds)
    return finds.empty === 'picture' ? !item.hasPicture : item.description.trim() === ''
  if ('undescribed' in finds) return item.lacksAlt
  if ('otherLanguage' in finds) return seemsOtherLanguage(item)
  if ('emptyAttribute' in finds) {
    const key = finds.emptyAttribute
    return attributes.some(({ tag_key }) => tag_key === key) && !item.tags[key]?.trim()
  }
  if ('textIn' in finds)
    return item.description.trim() !== '' && finds.states.includes(getTextState(item, finds.textIn))
  if ('uncheckedYears' in finds || 'condition' in finds) return false
  const isSuspect = (attribute: AttributeDefinition) =>
    finds.suspectKinds.some((kind) => kind === attribute.kind) &&
    findAttributeWarning(attribute, item.tags[attribute.tag_key] ?? '', {
      type: item.type,
      thisYear,
    }) !== null
  return (
    attributes.some(isSuspect) ||
    finds.periods.some(([from, to]) =>
      endsBeforeItBegins(item.tags[from] ?? '', item.tags[to] ?? ''),
    )
  )
}

/** Shorter texts are too short for a reliable detection. */
const minWords = 12

function seemsOtherLanguage({ language, description }: TranslatedItem): boolean {
  const detected = detectLanguage(description)
  if (detected === null || detected === language || !isDetectable(language)) return false
  return description.split(/\s+/, minWords).length === minWords
}

function endsBeforeItBegins(from: string, to: string): boolean {
  const [start, end] = [from, to].map((text) => text.match(/\d{4}/)?.[0])
  return start !== undefined && end !== undefined && end < start
}
