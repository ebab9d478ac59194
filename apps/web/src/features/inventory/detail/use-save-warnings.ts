import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import {
  type Attribute,
  catalogueLabel,
  createSimilarNameFinder,
  findAttributeWarning,
  findSameNameWarning,
  isNameAttribute,
  toYear,
} from '@vitrine/contract'
import { attributeQueries } from '../../../client/queries.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { useItem } from './item-context.ts'

/** Long enough to read several warnings. */
const closesAfterMs = 15_000

/**
 * Finds what may be wrong with saved values, to be shown in a notification, because the warnings
 * under the fields disappear with the form. Uses only data that the fields have loaded already.
 */
export function useSaveWarnings() {
  const { item } = useItem()
  const queryClient = useQueryClient()

  function findForAttribute(attribute: Attribute, value: string): string | null {
    const names = queryClient.getQueryData(attributeQueries.suggestions(attribute.id).queryKey)
    const warning = findAttributeWarning(attribute, value, {
      type: item.type_name,
      thisYear: toYear(new Date()),
      findSimilarName:
        names && isNameAttribute(attribute) ? createSimilarNameFinder(names) : undefined,
    })
    return warning?.message ?? null
  }

  function findForName(name: string): string | null {
    if (name.trim() === item.name.trim()) return null

    const items = queryClient.getQueryData(inventoryQueries.list(item.type_name).queryKey) ?? []
    const warning = findSameNameWarning(
      name,
      items.filter(({ id }) => id !== item.id),
    )
    return warning?.message ?? null
  }

  return {
    findForAttribute,
    findForName,

    /** Warnings for those values that differ from the item's, each with its label. */
    listForAttributes(
      attributes: readonly Attribute[],
      values: Readonly<Record<string, string>>,
    ): string[] {
      const warnings: string[] = []
      for (const attribute of attributes) {
        const { tag_key } = attribute
        const value = values[tag_key] ?? ''
        if (value === (item.tags[tag_key] ?? '')) continue

        const message = findForAttribute(attribute, value)
        if (message !== null) warnings.push(`${catalogueLabel(attribute)}: ${message}`)
      }
      return warnings
    },
  }
}

/** Shows the warnings about values that have been saved. */
export function showSaveWarnings(warnings: readonly string[]): void {
  if (warnings.length === 0) return

  notifications.show({ message: `Saved. ${warnings.join(' ')}`, autoClose: closesAfterMs })
}
