import { useSearch } from '@tanstack/react-router'
import { PlacesPage } from '../../../features/places/places-page.tsx'
import { useUpdateSearch } from '../../use-navigation.ts'

export function Screen() {
  return <PlacesPage search={useSearch({ from: '/_shell/places' })} onSearch={useUpdateSearch()} />
}
