import { useSearch } from '@tanstack/react-router'
import { itemTypes } from '@vitrine/contract'
import { History } from '../../../features/history/history.tsx'
import { MuseumsPage } from '../../../features/museums/museums-page.tsx'
import { useUpdateSearch } from '../../use-navigation.ts'

export function Screen() {
  const updateSearch = useUpdateSearch()
  const [defaultType = 'car'] = itemTypes
  return (
    <MuseumsPage
      type={useSearch({ from: '/_shell/museums' }).museum ?? defaultType}
      onType={(museum) => updateSearch({ museum }, 'push')}
      renderHistory={(museum) => <History folded subject="museum" {...museum} />}
    />
  )
}
