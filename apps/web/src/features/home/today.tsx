import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { numberText } from '../../ui/lists/count-text.ts'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { Gaps } from './gaps.tsx'
import { homeQuery } from './home-queries.ts'
import { NextEvents } from './next-events.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { RecentChanges } from './recent-changes.tsx'
import { Section } from './section.tsx'
import styles from './today.module.css'

/** What there is to do and to know today. */
export function Today() {
  const home = useQuery(homeQuery)
  if (home.isPending) return <RowSkeletons label="Loading the overview" rows={6} />
  if (home.isError) return <LoadFailure what="The overview" query={home} />
  const { tasks, openForMe, openForAll, changes, events, gaps } = home.data
  return (
    <div className={styles.today}>
      <Section
        title="Open for me"
        className={styles.tasks}
        more={
          <Link to="/comments" search={{ open: openForMe > 0 ? 'mine' : 'all' }}>
            {openForMe > 0 ? `All ${numberText(openForMe)} open for me` : `All open (${numberText(openForAll)})`}
          </Link>
        }
      >
        <OpenTasks tasks={tasks} />
      </Section>
      <Section title="To complete" className={styles.gaps}>
        <Gaps counts={gaps} />
      </Section>
      <Section title="Recent changes" className={styles.changes}>
        <RecentChanges changes={changes} />
      </Section>
      <Section title="Next events" className={styles.events} more={<Link to="/cms">Save the Date</Link>}>
        <NextEvents events={events} />
      </Section>
    </div>
  )
}
