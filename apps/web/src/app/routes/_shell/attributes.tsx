import { createFileRoute } from '@tanstack/react-router'
import { type ItemType, itemTypes } from '@vitrine/contract'
import { AttributesPage } from '../../../features/attributes/attributes-page.tsx'
import { History } from '../../history.tsx'
import { useWriteSearch } from '../../use-write-search.ts'

export const Route = createFileRoute('/_shell/attributes')({
  validateSearch: ({ museum }: Record<string, unknown>): { museum?: ItemType } => {
    const known = itemTypes.find((type) => type === museum)
    return known ? { museum: known } : {}
  },
  component: Attributes,
})

function Attributes() {
  const write = useWriteSearch()
  const [first = 'car'] = itemTypes
  return (
    <AttributesPage
      type={Route.useSearch().museum ?? first}
      onType={(museum) => write({ museum }, 'step')}
      history={(attribute) => <History folded subject="attribute" {...attribute} />}
    />
  )
}
