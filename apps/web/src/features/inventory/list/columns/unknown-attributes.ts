import { type Attribute, type AttributeMeaning, type ItemType, meaningOf } from '@vitrine/contract'
import { usualKeys } from '../columns.ts'
import { isFacetName, keyOfFacet } from '../facets/facet-search.ts'
import { type ListSearch, readColumns } from '../list-search.ts'

/** What an address asks for as a column or facet, and the catalogue does not have or has retired. */
export function unknownAttributes(
  type: ItemType,
  search: ListSearch,
  catalogue: readonly Attribute[],
): AttributeMeaning[] {
  const inUse = new Set([...usualKeys(type), ...catalogue.flatMap(({ tag_key, retired }) => (retired ? [] : tag_key))])
  const asked = [...readColumns(search.columns), ...Object.keys(search).filter(isFacetName).map(keyOfFacet)]
  return [...new Set(asked)].filter((key) => !inUse.has(key)).map(meaningOf(catalogue))
}
