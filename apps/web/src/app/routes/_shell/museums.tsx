import { useSearch } from '@tanstack/react-router'
import { itemTypes } from '@vitrine/contract'
import { History } from '../../../features/history/history.tsx'
import { MuseumsPage } from '../../../features/museums/museums-page.tsx'
import { useWriteSearch } from '../../use-navigation.ts'

export function Screen() {
  const write = useWriteSearch()
  const [first = 'car'] = itemTypes
  return (
    <MuseumsPage
      type={useSearch({ from: '/_shell/museums' }).museum ?? first}
      onType={(museum) => write({ museum }, 'step')}
      history={(museum) => <History folded subject="museum" {...museum} />}
    />
  )
}
