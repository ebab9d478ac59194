import { HomePage } from '../../../features/home/home-page.tsx'
import { SearchBox } from '../../../features/search/search-box.tsx'
import { usePaletteCommands } from '../../palette/commands.tsx'

export function Screen() {
  return (
    <HomePage
      search={<SearchBox floating label="Search everything" commands={usePaletteCommands()} />}
    />
  )
}
