import { HomePage } from '../../../features/home/home-page.tsx'
import { SearchBox } from '../../../features/search/search-box.tsx'
import { useCommands } from '../../palette/commands.tsx'

export function Screen() {
  return (
    <HomePage search={<SearchBox floating label="Search everything" commands={useCommands()} />} />
  )
}
