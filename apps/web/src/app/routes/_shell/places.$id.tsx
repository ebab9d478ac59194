import { useParams } from '@tanstack/react-router'
import { History } from '../../../features/history/history.tsx'
import { PlacePage } from '../../../features/places/place-page.tsx'

export function Screen() {
  const id = Number(useParams({ from: '/_shell/places/$id' }).id)
  return <PlacePage key={id} id={id} history={(place) => <History folded subject="place" {...place} />} />
}
