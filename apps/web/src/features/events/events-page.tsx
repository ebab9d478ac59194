import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import type { RenderHistory } from '../../ui/forms/edit-form.tsx'
import { UnsavedGuard } from '../../ui/forms/unsaved.tsx'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { EventsEditor } from './events-editor.tsx'
import { eventsQueries } from './events-queries.ts'

interface EventsPageProps {
  readonly title: string
  readonly onSaved: () => void
  readonly renderHistory: RenderHistory
}

export function EventsPage({ title, onSaved, renderHistory }: EventsPageProps) {
  const list = useQuery(eventsQueries.list)

  return (
    <UnsavedGuard>
      {list.data ? (
        <EventsEditor
          title={title}
          loaded={list.data}
          onSaved={onSaved}
          renderHistory={renderHistory}
        />
      ) : (
        <>
          <PageHeader title={title} count={'\u00a0'} />
          {list.isError ? (
            <LoadFailure what="The events" query={list} />
          ) : (
            <RowSkeletons label="Loading the events" rows={16} />
          )}
        </>
      )}
    </UnsavedGuard>
  )
}
