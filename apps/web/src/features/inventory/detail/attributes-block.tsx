import { useQuery } from '@tanstack/react-query'
import { type Attribute, type ItemDetail, readKey } from '@vitrine/contract'
import { attributeQueries } from '../../../client/attribute-queries.ts'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { Block } from '../../../ui/layout/block.tsx'
import { deferred } from '../../../ui/layout/deferred.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { AttributeList } from './attribute-list.tsx'
import { EditButton } from './edit-button.tsx'
import { useEditing } from './use-editing.ts'

// Most visits only read: the form is loaded on demand.
const AttributesForm = deferred(
  async () => (await import('./attributes-form.tsx')).AttributesForm,
  <RowSkeletons label="Loading the form" rows={6} />,
)

interface AttributesBlockProps {
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
  /** It was added just now: all fields are there to be filled in. */
  readonly isNew: boolean
}

export function AttributesBlock({ item, refresh, isNew }: AttributesBlockProps) {
  const attributes = useQuery(attributeQueries.of(item.type_name))
  const { editing, pencil, stop } = useEditing(isNew ? 'now' : 'not yet')
  const known = attributes.data && attributesOf(item, attributes.data)
  return (
    <Block title="Attributes" actions={known && !editing && <EditButton label="Edit attributes" {...pencil} />}>
      {attributes.isPending && <RowSkeletons label="Loading the attributes" />}
      {attributes.isError && <LoadFailure what="The attributes" query={attributes} />}
      {known && !editing && <AttributeList attributes={known} item={item} refresh={refresh} />}
      {known && editing && <AttributesForm attributes={known} item={item} refresh={refresh} onDone={stop} />}
    </Block>
  )
}

/** The catalogue, then what the item has from former times: values of retired attributes and of keys that nobody knows. */
function attributesOf({ tags }: ItemDetail, catalogue: readonly Attribute[]): readonly Attribute[] {
  const known = new Set(catalogue.map(({ tag_key }) => tag_key))
  const others = Object.keys(tags).filter((key) => !known.has(key))
  return [
    ...catalogue.filter(({ retired }) => !retired),
    ...catalogue.filter(({ retired, tag_key }) => retired && tag_key in tags),
    ...others.map(unknownAttribute),
  ]
}

const unknownAttribute = (tag_key: string): Attribute => ({
  id: 0,
  tag_key,
  order_key: Number.POSITIVE_INFINITY,
  multiline: false,
  kind: 'text',
  unit: readKey(tag_key).unit,
  audience: 'staff',
  group: 'none',
  labels: {},
  glossary: {},
  suggestions: false,
  names: false,
  retired: true,
  version: 0,
})
