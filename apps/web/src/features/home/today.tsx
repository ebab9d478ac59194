import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../client/query.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Block } from '../../ui/layout/block.tsx'
import { numberText } from '../../ui/lists/count-text.ts'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { Gaps } from './gaps.tsx'
import { NextEvents } from './next-events.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { RecentChanges } from './recent-changes.tsx'

/** What there is to do and to know today. */
export function Today() {
  const home = useQuery({
    ...query('GET /home'),
    // Others work meanwhile: asked again at every visit, with the earlier answer on the screen until the new one is there.
    staleTime: 0,
  })
  if (home.isPending) return <RowSkeletons label="Loading the overview" rows={12} />
  if (home.isError) return <LoadFailure what="The overview" query={home} />
  const { tasks, openForMe, openForAll, unansweredQuestions, changes, events, gaps } = home.data
  return (
    <>
      <Block
        title="Open for me"
        actions={
          <Link to="/comments" search={{ open: openForMe > 0 ? 'mine' : 'all' }}>
            {openForMe > 0 ? `All ${numberText(openForMe)} open for me` : `All open (${numberText(openForAll)})`}
          </Link>
        }
      >
        <OpenTasks tasks={tasks} unansweredQuestions={unansweredQuestions} />
      </Block>
      <Block title="To complete">
        <Gaps counts={gaps} />
      </Block>
      <Block title="Recent changes">
        <RecentChanges changes={changes} />
      </Block>
      <Block title="Next events" actions={<Link to="/cms">Save the Date</Link>}>
        <NextEvents events={events} />
      </Block>
    </>
  )
}
