import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../../../features/home/home-page.tsx'
import { SearchBox } from '../../../features/search/search-box.tsx'
import { useCommands } from '../../palette/use-commands.tsx'

export const Route = createFileRoute('/_shell/')({ component: Home })

function Home() {
  return <HomePage search={<SearchBox floating label="Search everything" commands={useCommands()} />} />
}
