import { useQuery } from '@tanstack/react-query'
import type { ItemDetail, TagDefinition } from '@vitrine/contract'
import { Block } from '../../../ui/block.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { RowSkeletons } from '../../../ui/row-skeletons.tsx'
import { inventoryQueries } from '../inventory-queries.ts'
import { AttributeList } from './attribute-list.tsx'
import { AttributesForm } from './attributes-form.tsx'
import { EditButton } from './edit-button.tsx'
import { useEditing } from './use-editing.ts'

interface AttributesBlockProps {
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
}

export function AttributesBlock({ item, refresh }: AttributesBlockProps) {
  const definitions = useQuery(inventoryQueries.definitions(item.type_name))
  const { editing, pencil, stop } = useEditing()
  const known = definitions.data && withOthers(definitions.data, item)
  return (
    <Block title="Attributes" actions={known && !editing && <EditButton label="Edit attributes" {...pencil} />}>
      {definitions.isPending && <RowSkeletons label="Loading the attributes" />}
      {definitions.isError && <LoadFailure what="The attributes" query={definitions} />}
      {known && !editing && <AttributeList definitions={known} item={item} />}
      {known && editing && <AttributesForm definitions={known} item={item} refresh={refresh} onDone={stop} />}
    </Block>
  )
}

/** What the item has beyond the definitions of its type is shown too, at the end. */
function withOthers(definitions: readonly TagDefinition[], { tags }: ItemDetail): readonly TagDefinition[] {
  const others = Object.keys(tags).filter((key) => !definitions.some(({ tag_key }) => tag_key === key))
  return [...definitions, ...others.map((key) => ({ tag_key: key, order_key: Infinity, multiline: false }))]
}
