import type { NewUser } from '@vitrine/contract'
import { instant, systemClock } from '../../apps/server/src/base/clock.ts'
import type { Config } from '../../apps/server/src/config/config.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { hashPassword } from '../../apps/server/src/features/auth/index.ts'
import { itemStore, writeItems } from '../../apps/server/src/features/items/index.ts'
import { userStore } from '../../apps/server/src/features/users/index.ts'
import { emptyItem } from '../../apps/server/src/items/item.ts'
import { createLogger } from '../../apps/server/src/runtime/logger.ts'
import { generateRows } from '../filter/rows.ts'

export const benchUser = { email: 'bench@example.org', password: 'only for measuring' }

const employee: NewUser = {
  email: benchUser.email,
  gender: 'female',
  firstName: 'Berthe',
  lastName: 'Mesure',
  phone: '',
  role: 'employee',
}

const itemsPerTransaction = 10_000

type DescribeItem = (name: string, year: string, origin: string) => string

/**
 * Fills an empty database with an account and cars with their history; returns the ids of the cars.
 */
export async function fillCollection(
  database: Config['database'],
  count: number,
  describeItem: DescribeItem = describeCar,
): Promise<number[]> {
  const db = openDatabase(database, createLogger('warn'))
  const at = instant(systemClock)
  try {
    await migrate(db)
    const { id: userId } = await userStore(db).add(employee, at)
    await userStore(db).setPassword(userId, await hashPassword(benchUser.password))
    const actor = { userId, sessionId: 0, address: '', ...employee }
    const rows = generateRows(count)
    const ids: number[] = []
    for (let from = 0; from < count; from += itemsPerTransaction) {
      await db.transaction().execute(async (tx) => {
        const batch = rows.slice(from, from + itemsPerTransaction)
        const firstId = await itemStore(tx).reserveIds('car', batch.length)
        const writes = batch.map(
          ({ identifier, name, origin, country, model, year, body }, index) => ({
            item: { id: firstId + index, type: 'car' } as const,
            kind: 'created' as const,
            before: null,
            after: {
              ...{ ...emptyItem, identifier, name, description: describeItem(name, year, origin) },
              tags: { origin, country, model, year, body },
            },
          }),
        )
        await writeItems(tx, writes, { actor, at })
        ids.push(...writes.map(({ item }) => item.id))
      })
    }
    return ids
  } finally {
    await db.destroy()
  }
}

/** Describes a car in a text as long as those of the demo. */
const describeCar: DescribeItem = (name, year, origin) =>
  `The ${name} was built in ${year} and came to ${origin} soon after. ${sentence.repeat(5)}`

const sentence =
  'Its first owner drove it to the lakes every summer and had the gearbox changed twice; the bills are kept. '
