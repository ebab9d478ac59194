import { useSearch } from '@tanstack/react-router'
import { itemTypes } from '@vitrine/contract'
import { AttributesPage } from '../../../features/attributes/attributes-page.tsx'
import { History } from '../../../features/history/history.tsx'
import { useUpdateSearch } from '../../use-navigation.ts'

export function Screen() {
  const updateSearch = useUpdateSearch()
  const [defaultType = 'car'] = itemTypes
  return (
    <AttributesPage
      type={useSearch({ from: '/_shell/attributes' }).museum ?? defaultType}
      onType={(museum) => updateSearch({ museum }, 'push')}
      renderHistory={(attribute) => <History folded subject="attribute" {...attribute} />}
    />
  )
}
