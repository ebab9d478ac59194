import { useMutation, useQuery } from '@tanstack/react-query'
import { conditionNames, type RemovedCondition } from '@vitrine/contract'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { RecentlyDeletedModal } from '../../ui/lists/recently-deleted-modal.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { conditionsQuery } from './conditions-query.ts'

type DeletedCheck = RemovedCondition & { readonly comment: string; readonly deleted: string }

interface RemovedChecksProps {
  readonly itemId: number
  readonly onRestored: () => Promise<void>
}

export function RemovedChecks({ itemId, onRestored }: RemovedChecksProps) {
  const [opened, setOpened] = useState(false)
  const deleted = useQuery({
    ...conditionsQuery(itemId),
    select: ({ removed }) =>
      removed
        .filter(({ mayEdit }) => mayEdit)
        .map((check) => ({ ...check, comment: check.remark, deleted: check.removed })),
  })
  const restore = useMutation({
    mutationFn: ({ id }: DeletedCheck) =>
      call('POST /inventory/restore-condition', { body: { id } }),
    onSettled: onRestored,
  })
  return (
    <>
      <SmallButton className="no-print" onClick={() => setOpened(true)}>
        Recently Deleted
      </SmallButton>
      <RecentlyDeletedModal
        opened={opened}
        onClose={() => setOpened(false)}
        singular="condition check"
        plural="condition checks"
        deleted={deleted}
        restore={restore}
        describe={({ state, day }) => `${conditionNames[state]}, ${formatDate(day)}`}
      />
    </>
  )
}
