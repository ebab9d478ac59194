import { useLocation, useParams } from '@tanstack/react-router'
import { History } from '../../../features/history/history.tsx'
import { PlacePage } from '../../../features/places/place-page.tsx'
import { lazyWithFallback } from '../../../ui/layout/lazy-with-fallback.tsx'

const PlaceLabelPanel = lazyWithFallback(
  async () => (await import('../../../features/documents/label-panel.tsx')).PlaceLabelPanel,
)

export function Screen() {
  const id = Number(useParams({ from: '/_shell/places/$id' }).id)
  const isMoving = useLocation({ select: ({ hash }) => hash === 'move' })

  return (
    <PlacePage
      // Another place, or a link that starts a move, mounts the page anew.
      key={`${id} ${isMoving}`}
      id={id}
      startsMoving={isMoving}
      renderHistory={(place) => <History folded subject="place" {...place} />}
      renderLabel={(place, onClose) => (
        <PlaceLabelPanel ids={[place.id]} code={place.code} onClose={onClose} />
      )}
    />
  )
}
